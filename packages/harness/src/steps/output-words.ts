import { shorten } from "@tackroom/contract/shorten";
const MAX_LENGTH = 160;
// Written as a text, since linters take a control character in an expression for a mistake.
const ANSI = new RegExp(`${String.fromCodePoint(0x1b)}\\[[0-9;?]{0,20}[A-Za-z]`, "g");
const TELLING =
  /\b(?:error|errors|fail|failed|failure|exception|denied|refused|not found|cannot|traceback|panic)\b|✗|✖/i;
/** How some harnesses begin every answer of a shell. */
const HEADING = /^(?:Exit code:|Wall time:|Output:|Process exited|Chunk ID:|Original token count:|\[exit)/;

/** Without what colours a terminal. */
export const withoutColours = (text: string): string => text.replaceAll(ANSI, "");

/** The line of an output, counted from 0, that says what went wrong: the first that sounds like it. */
export function failureLineAt(lines: readonly string[]): number {
  const telling = lines.findIndex((line) => TELLING.test(line) && !HEADING.test(line));
  return telling >= 0
    ? telling
    : Math.max(
        0,
        lines.findIndex((line) => line.trim() !== "" && !HEADING.test(line)),
      );
}

/** What went wrong, in a line. */
export function failureWords(output: string | null): string {
  const lines = withoutColours(output ?? "")
    .replaceAll(/<\/?tool_use_error>/g, "")
    .split("\n");
  return shorten((lines[failureLineAt(lines)] ?? "").trim(), MAX_LENGTH);
}

const EXIT_CODE = /^(?:Exit code:? |Process exited with code |\[exit(?:ed with)? (?:code )?)(-?\d{1,10})/m;

/** The exit code of a command, where its output begins by telling it. */
export function exitCodeOf(output: string | null): number | null {
  const found = EXIT_CODE.exec((output ?? "").slice(0, 600))?.[1];
  return found === undefined ? null : Number(found);
}
