import { shorten } from "@tackroom/contract/shorten";
import { withoutColours } from "@tackroom/harness/steps";

/** What a key is made of: the start of the text. A bound for the expressions below, which look ahead and behind. */
const MAX_READ = 500;
const MAX_LENGTH = 160;

export const NO_MESSAGE = "No error message";

/** Lines that only say that something failed; what failed is on the next one. */
const SAYS_NOTHING =
  /^(?:error:?|(?:error: |process )?exit(?:ed with)?(?: code| status)?:? -?\d+|traceback \(most recent call last\):)$/i;

/** What Codex puts before what a command printed: the command itself, how long it took and, in a line, how it ended. */
const LAST_OF_HEADING = "Output:";

/** In this order: what is folded first is not looked at again. */
const FOLDED: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, "<time>"],
  [/\bhttps?:\/\/[^\s"'<>)]+/gi, "<url>"],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\b[a-z]:\\[^\s"'<>|]+/gi, "<path>"],
  [/(?<![\w<])~?\.{0,2}\/[\w.@+~-][\w.@+~/-]*(?::\d+)*/g, "<path>"],
  // Begins and ends where the run of characters does, so that each run is tried once.
  [/(?<![\w.@/-])[\w.@-]+\/[\w.@/-]*\.\w+(?!\.*[\w@/-])(?::\d+)*/g, "<path>"],
  [/\b0x[0-9a-f]+\b/gi, "<id>"],
  [/\b(?=[a-z]*\d)(?=\d*[a-z])[0-9a-z]{16,}\b/gi, "<id>"],
  [/\b(?=[a-f]*\d)[0-9a-f]{7,}\b/gi, "<id>"],
  // Codes tell errors apart: "exit code 127", "status 404", and a text that begins with "403".
  [/(?<!\w|(?:code|exit|status|http(?:\/\d(?:\.\d)?)?)[ :=]{1,2})(?!^[45]\d\d\b)\d+(?:[.,:]\d+)*/gi, "#"],
];

/**
 * What failures have in common that are the same error: the first line of the text that says something, without the values
 * that differ from one time to the next. The text has to be redacted already.
 */
export function errorKey(text: string | null | undefined): string {
  const lines = withoutColours((text ?? "").slice(0, MAX_READ))
    .replaceAll(/<\/?[a-z_]+>/gi, "")
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/[\p{C}\s]+/gu, " ").trim())
    .filter((line) => line !== "");
  const [first, second] = withoutHeading(lines);
  if (first === undefined) return NO_MESSAGE;
  const said = second !== undefined && SAYS_NOTHING.test(first) ? `${first.replace(/:$/, "")}: ${second}` : first;
  const folded = FOLDED.reduce((line, [pattern, by]) => line.replaceAll(pattern, by), said);
  return shorten(folded, MAX_LENGTH);
}

function withoutHeading(lines: readonly string[]): readonly string[] {
  const end = lines.indexOf(LAST_OF_HEADING);
  const exit = lines.slice(0, Math.max(0, end)).findLast((line) => SAYS_NOTHING.test(line));
  return exit === undefined ? lines : [exit, ...lines.slice(end + 1)];
}
