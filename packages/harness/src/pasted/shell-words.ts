/** A command line that is more than one command with its arguments. */
export class ShellSyntaxError extends Error {}

interface Reading {
  readonly words: string[];
  /** The word that is being read; undefined between words. */
  word: string | undefined;
}

const OPERATOR = /[|&;<>()]/;
/** Undefined in a POSIX shell means the character itself; Windows paths keep their backslashes by this. */
const ESCAPED = /[\s"'\\$`#&;|<>()]/;

/** The words of a command as a shell splits them: quotes and backslashes, but no operators and no expansions. */
export function shellWords(line: string): string[] {
  const reading: Reading = { words: [], word: undefined };
  for (let at = 0; at < line.length;) at = readAt(line, at, reading);
  if (reading.word !== undefined) reading.words.push(reading.word);
  return reading.words;
}

/** Reads one character or one quoted part, and returns where the next one begins. */
function readAt(line: string, at: number, reading: Reading): number {
  const character = line.charAt(at);
  if (/\s/.test(character)) {
    if (reading.word !== undefined) reading.words.push(reading.word);
    reading.word = undefined;
    return at + 1;
  }
  if (character === "'" || character === '"') return readQuoted(line, at, reading);
  if (character === "\\" && ESCAPED.test(line.charAt(at + 1))) {
    reading.word = (reading.word ?? "") + line.charAt(at + 1);
    return at + 2;
  }
  if (OPERATOR.test(character) && !isPlaceholder(line, at)) {
    throw new ShellSyntaxError(`It contains “${character}”. Paste a single command without shell operators.`);
  }
  reading.word = (reading.word ?? "") + character;
  return at + 1;
}

function readQuoted(line: string, at: number, reading: Reading): number {
  const quote = line.charAt(at);
  let text = "";
  let next = at + 1;
  while (next < line.length && line.charAt(next) !== quote) {
    const isEscape = quote === '"' && line.charAt(next) === "\\" && /["\\$`]/.test(line.charAt(next + 1));
    text += line.charAt(isEscape ? next + 1 : next);
    next += isEscape ? 2 : 1;
  }
  if (next >= line.length) throw new ShellSyntaxError(`A ${quote} is not closed.`);
  reading.word = (reading.word ?? "") + text;
  return next + 1;
}

/** READMEs write `<your-token>` where a reader puts a value. */
const isPlaceholder = (line: string, at: number): boolean =>
  line.charAt(at) === "<"
    ? /^<[\w .:/-]{1,60}>/.test(line.slice(at, at + 62))
    : line.charAt(at) === ">" && /<[\w .:/-]{1,60}$/.test(line.slice(Math.max(0, at - 61), at));
