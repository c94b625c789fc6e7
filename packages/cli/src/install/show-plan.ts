import { note, type Cli } from "../cli.js";
import { paint } from "../paint.js";
import { oneLine } from "../printable.js";
import { isSameState } from "./carry-out.js";
import type { DeskFile } from "./desk.js";
import type { FileState } from "./edits.js";

export type Change = "created" | "replaced" | "merged" | "removed" | "unchanged";

export interface PlannedFile {
  readonly path: string;
  readonly change: Change;
}

const MARKS: Readonly<Record<Change, string>> = {
  created: "+",
  replaced: "~",
  merged: "~",
  removed: "-",
  unchanged: "=",
};

export function changeOf({ found, now }: DeskFile): Change {
  if (isSameState(found.state, now.state)) return "unchanged";
  if (found.state.bytes === undefined) return "created";
  if (now.state.bytes === undefined) return "removed";
  const edits = [now, found].flatMap(({ history }) => history?.generations.at(-1)?.layers.at(-1)?.edits ?? []);
  return edits[0]?.kind === "write" ? "replaced" : "merged";
}

/** Shows which files change and how. For shared files, only the changed parts are shown. */
export function showPlan(cli: Cli, files: readonly DeskFile[]): void {
  if (cli.flags.output === "json") return;
  const colors = paint(cli);
  for (const file of files) {
    const change = changeOf(file);
    note(cli, `${MARKS[change]} ${oneLine(file.given)} ${colors.dim(change)}`);
    if (change !== "merged") continue;
    for (const line of shortDiff(textIn(file.found.state), textIn(file.now.state))) {
      note(cli, `    ${line.startsWith("+") ? colors.green(line) : line.startsWith("-") ? colors.red(line) : line}`);
    }
  }
}

const textIn = ({ bytes }: FileState): string => bytes?.toString() ?? "";

const AROUND = 2;
const MAX_LINES = 40;

const shown = (mark: string, lines: readonly string[]): string[] =>
  lines.map((line) => `${mark} ${line.replace(/\r$/, "")}`);

/** The lines between the common beginning and end, with some context. */
function shortDiff(before: string, after: string): string[] {
  const [old = [], fresh = []] = [before, after].map((text) => text.replace(/\n$/, "").split("\n"));
  const least = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < least && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < least - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const lines = [
    ...shown(" ", old.slice(Math.max(0, start - AROUND), start)),
    ...shown("-", old.slice(start, old.length - end)),
    ...shown("+", fresh.slice(start, fresh.length - end)),
    ...shown(" ", fresh.slice(fresh.length - end, fresh.length - end + AROUND)),
  ];
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `  … ${lines.length - MAX_LINES} more lines`];
}
