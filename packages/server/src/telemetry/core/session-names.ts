import { startOf } from "@tackroom/contract/shorten";
import { HIDDEN_CHARACTERS } from "@tackroom/contract/hidden-characters";
import type { LineNames } from "@tackroom/harness";

/** A name, and the line that gives it. */
export interface NameAt {
  readonly text: string;
  readonly line: number;
}

/** What a session is called, and where it ran. Missing: no line says it. */
export interface SessionNames {
  /** `rank`: a title that a person chose goes before one that was generated. */
  readonly title?: NameAt & { readonly rank: number };
  readonly firstPrompt?: NameAt;
  readonly cwd?: NameAt;
  readonly gitBranch?: NameAt;
}

/** The names that one line gives, as they are stored: without secrets, and cut. Most lines give none, or the same as others. */
export interface LineNameTexts {
  readonly title?: string;
  readonly title_rank?: string;
  readonly prompt?: string;
  readonly cwd?: string;
  readonly git_branch?: string;
}

export interface NamedLine {
  readonly line: number;
  readonly names: LineNameTexts;
}

/** What exporters send that know of no project. */
export const NO_PROJECT = "default";

/** The project that the exporter gave, or else the name of the directory that the session began in. */
export function projectName(project: string, { cwd }: SessionNames): string {
  const directory = cwd?.text.split(/[/\\]/).findLast((part) => part !== "");
  return project === NO_PROJECT ? (directory ?? project) : project;
}

const MAX_TITLE_LENGTH = 200;
const MAX_PROMPT_LENGTH = 300;
const MAX_PLACE_LENGTH = 1000;

/** The beginning of a text, up to a length, without secrets. */
type RedactedStart = (text: string, length: number) => string;

/** `prompt`: what a user typed in the line, without secrets already. */
export type NameLine = (names: LineNames | null, prompt: string | null) => LineNameTexts;

const NO_NAMES: LineNameTexts = {};

/** For lines of one session: some harnesses repeat the directory and the branch in every one of them. */
export function lineNamer(redact: RedactedStart): NameLine {
  const placeOf = (text: string): string => shortened(redact(text, MAX_PLACE_LENGTH), MAX_PLACE_LENGTH);
  const titleOf = (title: string): string => shortened(redact(title, 2 * MAX_TITLE_LENGTH), MAX_TITLE_LENGTH);
  let last = { cwd: null as string | null, gitBranch: null as string | null, names: NO_NAMES };
  const placesOf = ({ cwd, gitBranch }: LineNames): LineNameTexts => {
    if (cwd !== last.cwd || gitBranch !== last.gitBranch) {
      const names = { ...(cwd && { cwd: placeOf(cwd) }), ...(gitBranch && { git_branch: placeOf(gitBranch) }) };
      last = { cwd, gitBranch, names };
    }
    return last.names;
  };
  return (names, prompt) => {
    const places = names ? placesOf(names) : NO_NAMES;
    const title = names?.title ?? null;
    if (title === null && prompt === null) return places;
    return {
      ...(title && { title: titleOf(title.text), title_rank: String(title.rank) }),
      ...(prompt !== null && { prompt: shortened(prompt, MAX_PROMPT_LENGTH) }),
      ...places,
    };
  };
}

const HIDDEN = new RegExp(`[${HIDDEN_CHARACTERS}]`, "gu");
/** Most texts are, and then nothing has to be looked for. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Names stand in lists and headings: on one line, without characters that cannot be seen or turn what follows. */
function shortened(text: string, length: number): string {
  const start = text.slice(0, 2 * length);
  return cut(PLAIN.test(start) ? start : start.split(/\s/).filter(Boolean).join(" ").replaceAll(HIDDEN, ""), length);
}

// Not "…": one character beyond Latin-1 makes JavaScript keep, and encode, a whole insert as UTF-16.
const ELLIPSIS = "...";

const cut = (text: string, length: number): string =>
  text.length > length ? startOf(text, length - ELLIPSIS.length).trimEnd() + ELLIPSIS : text;

/** What lines name a session, in any order: the result depends on the lines alone. */
export function sessionNames(rows: Iterable<NamedLine>): SessionNames {
  let names: SessionNames = {};
  for (const { line, names: given } of rows) {
    const { title, title_rank: rank, prompt, cwd, git_branch: branch } = given;
    if (!title && !prompt && !cwd && !branch) continue;
    names = addNames(names, {
      ...(title && { title: { text: title, line, rank: Number(rank) } }),
      ...(prompt && { firstPrompt: { text: prompt, line } }),
      ...(cwd && { cwd: { text: cwd, line } }),
      ...(branch && { gitBranch: { text: branch, line } }),
    });
  }
  return names;
}

/** The best and latest title, the first prompt, the directory that it began in, the branch that it ended on. */
export function addNames(one: SessionNames, other: SessionNames): SessionNames {
  const title = better(one.title, other.title, (a, b) => a.rank - b.rank || a.line - b.line);
  const firstPrompt = better(one.firstPrompt, other.firstPrompt, (a, b) => b.line - a.line);
  const cwd = better(one.cwd, other.cwd, (a, b) => b.line - a.line);
  const gitBranch = better(one.gitBranch, other.gitBranch, (a, b) => a.line - b.line);
  return {
    ...(title && { title }),
    ...(firstPrompt && { firstPrompt }),
    ...(cwd && { cwd }),
    ...(gitBranch && { gitBranch }),
  };
}

/** The same names, with what these lines say now where one of them is the line that gives a name. */
export function namesAnew(names: SessionNames, rows: readonly NamedLine[]): SessionNames {
  const byLine = new Map(rows.map((row) => [row.line, row.names]));
  const anew = <T extends NameAt>(name: T, member: keyof LineNameTexts): T => ({
    ...name,
    text: byLine.get(name.line)?.[member] ?? name.text,
  });
  const { title, firstPrompt, cwd, gitBranch } = names;
  return {
    ...(title && { title: anew(title, "title") }),
    ...(firstPrompt && { firstPrompt: anew(firstPrompt, "prompt") }),
    ...(cwd && { cwd: anew(cwd, "cwd") }),
    ...(gitBranch && { gitBranch: anew(gitBranch, "git_branch") }),
  };
}

function better<T>(one: T | undefined, other: T | undefined, compare: (one: T, other: T) => number): T | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return compare(one, other) >= 0 ? one : other;
}
