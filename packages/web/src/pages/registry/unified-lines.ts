import { diffHunk, type DiffLine } from "@tackroom/harness/steps";

const HEADER = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** The hunks of a unified diff, with line numbers of the whole text and the changed words marked. */
export function unifiedLines(unified: string): DiffLine[][] {
  const hunks: { readonly from: number; readonly to: number; readonly before: string[]; readonly after: string[] }[] =
    [];
  for (const line of unified.split("\n")) {
    const [, from, to] = HEADER.exec(line) ?? [];
    if (from !== undefined) hunks.push({ from: Number(from), to: Number(to), before: [], after: [] });
    const hunk = hunks.at(-1);
    const sign = line.charAt(0);
    if (!hunk || from !== undefined) continue;
    if (sign === "-" || sign === " ") hunk.before.push(line.slice(1));
    if (sign === "+" || sign === " ") hunk.after.push(line.slice(1));
  }
  return hunks.map(({ from, to, before, after }) =>
    diffHunk({ before: asText(before), after: asText(after) }).map((line) => ({
      ...line,
      oldLine: line.oldLine === null ? null : line.oldLine + from - 1,
      newLine: line.newLine === null ? null : line.newLine + to - 1,
    })),
  );
}

/** Ends with a line break, so that an empty last line stays one. */
const asText = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
