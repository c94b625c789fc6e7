import { note, type Cli } from "../cli.js";
import { paint } from "../paint.js";
import { oneLine } from "../printable.js";
import { textOf } from "../text-of-bytes.js";
import type { DeskFile } from "./desk.js";
import { isSameState, type FileState } from "./edits.js";

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

/** The plan is about the future: nothing has been asked or written yet. */
const PLANNED: Readonly<Record<Change, string>> = {
  created: "will be created",
  replaced: "will be replaced",
  merged: "will be changed",
  removed: "will be removed",
  unchanged: "unchanged",
};

/** Shows which files change and how: the changed parts of existing files and, if asked for, the content of new ones. */
export function showPlan(
  cli: Cli,
  files: readonly DeskFile[],
  { withContent }: { readonly withContent: boolean } = { withContent: false },
): void {
  if (cli.flags.output === "json") return;
  const colors = paint(cli);
  let room = MAX_PREVIEW_LINES;
  for (const file of files) {
    const change = changeOf(file);
    note(cli, `${MARKS[change]} ${oneLine(file.given)} ${colors.dim(PLANNED[change])}`);
    const lines = linesOf(file, change, withContent ? Math.min(room, MAX_LINES) : 0);
    if (change === "created") room -= lines.length;
    for (const line of lines) {
      note(cli, `    ${line.startsWith("+") ? colors.green(line) : line.startsWith("-") ? colors.red(line) : line}`);
    }
  }
}

/** Says what was written, after it was. */
export function showDone(cli: Cli, files: readonly DeskFile[]): void {
  if (cli.flags.output === "json") return;
  for (const file of files) {
    const change = changeOf(file);
    if (change !== "unchanged") note(cli, `${MARKS[change]} ${oneLine(file.given)} ${paint(cli).dim(change)}`);
  }
}

function linesOf({ found, now }: DeskFile, change: Change, room: number): string[] {
  if (change === "created") return room <= 0 ? [] : preview(now.state, room);
  if (change !== "merged" && change !== "replaced") return [];
  const [before, after] = [textIn(found.state), textIn(now.state)];
  return before === undefined || after === undefined ? ["  binary"] : shortDiff(before, after);
}

function preview(state: FileState, room: number): string[] {
  const text = textIn(state);
  if (text === undefined) return [`  binary, ${state.bytes?.length ?? 0} bytes`];
  return bounded(shown("+", text.replace(/\n$/, "").split("\n")), room);
}

const textIn = ({ bytes }: FileState): string | undefined => (bytes === undefined ? "" : textOf(bytes));

const AROUND = 2;
const MAX_LINES = 40;
/** Of all new files together: a skill can have hundreds. */
const MAX_PREVIEW_LINES = 200;

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
  return bounded(lines, MAX_LINES);
}

const bounded = (lines: readonly string[], room: number): string[] =>
  lines.length <= room ? [...lines] : [...lines.slice(0, room), `  … ${lines.length - room} more lines`];
