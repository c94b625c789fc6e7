const OTHER = 0;
const LETTER_OR_DIGIT = 1;
const ESCAPE = 2;

/** What each character is; one look instead of six comparisons, for each character of each text. */
const KINDS = Uint8Array.from({ length: 0x1_00_00 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9]/.test(character)) return LETTER_OR_DIGIT;
  return /[\\%[]/.test(character) ? ESCAPE : OTHER;
});

const COLOUR_CODE = /\[[0-9;]{0,8}m/y;
const HEX_ESCAPE = /%[0-9a-fA-F]{2}|\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}/y;

/**
 * Where what looks like a part of the next word ends: transcripts hold JSON within JSON, addresses and terminal output, in
 * which a letter or digit before a word may be of `\n`, `\u003d`, `%3D` or a colour code such as `[32m`.
 */
function endOfEscape(text: string, index: number): number {
  const next = text.charAt(index + 1);
  if (next === "") return -1;
  if (text.charAt(index) === "[") return /[0-9;m]/.test(next) ? endOf(COLOUR_CODE, text, index) : -1;
  return text.charAt(index) === "\\" && "nrtbfv".includes(next) ? index + 2 : endOf(HEX_ESCAPE, text, index);
}

function endOf(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const ASCII = 128;

/**
 * Words by their first two characters, and by their second and third. A look at each tells for nearly every word of a text
 * that it is none of them.
 */
export interface WordTable {
  readonly first: Uint8Array;
  readonly second: Uint8Array;
}

export function wordTable(starts: readonly string[]): WordTable {
  const [first, second] = [new Uint8Array(ASCII * ASCII), new Uint8Array(ASCII * ASCII)];
  for (const start of starts) {
    for (const place of placesOf(start)) {
      first[place] = 1;
      // The second character is what the place of the first two has left over.
      for (const next of placesOf(String.fromCharCode(place % ASCII) + start.slice(2))) second[next] = 1;
    }
  }
  return { first, second };
}

/** The place in a table of two characters. */
export const placeOfPair = (text: string, index: number): number =>
  text.charCodeAt(index) * ASCII + text.charCodeAt(index + 1);

/** The places of all words that begin so; a single character stands for many. */
export function placesOf(start: string): number[] {
  if (start.length > 1) return [placeOfPair(start, 0)];
  return Array.from({ length: ASCII }, (_, second) => start.charCodeAt(0) * ASCII + second);
}

/** How far a text has been looked at for words. */
export interface WordCursor {
  at: number;
  /** Where an escape ended last, and so a word may begin in the middle of another. */
  afterEscape: number;
}

/** Where the next word begins that may be one of the table; -1 when there is none. */
export function nextWord(text: string, cursor: WordCursor, { first, second }: WordTable): number {
  const from = cursor.at;
  let { afterEscape } = cursor;
  let isInWord = from > 0 && KINDS[text.charCodeAt(from - 1)] === LETTER_OR_DIGIT;
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const kind = KINDS[code];
    if (kind === LETTER_OR_DIGIT) {
      if (isInWord && index !== afterEscape) continue;
      isInWord = true;
      const next = text.charCodeAt(index + 1);
      if (!(next < ASCII) || first[code * ASCII + next] !== 1) continue;
      const third = text.charCodeAt(index + 2);
      if (!(third < ASCII) || second[next * ASCII + third] !== 1) continue;
      cursor.at = index + 1;
      cursor.afterEscape = afterEscape;
      return index;
    }
    isInWord = false;
    if (kind === ESCAPE) afterEscape = endOfEscape(text, index);
  }
  return -1;
}
