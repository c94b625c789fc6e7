import type { HarnessId } from "../harnesses.js";
import { isRecord, type JsonRecord, listIn, recordIn, textIn, unpacked } from "./json.js";

/** What one line says about the session that it belongs to. Texts are whole: the caller cuts and redacts them. */
export interface LineNames {
  /** Of two titles the one with the higher rank counts, and of the same rank the later one. */
  readonly title: { readonly text: string; readonly rank: number } | null;
  readonly cwd: string | null;
  readonly gitBranch: string | null;
}

/** A title that a person chose, one that the harness generated for the session, and one of a part of it. */
const CHOSEN = 3;
const GENERATED = 2;
const OF_A_PART = 1;

interface Found {
  readonly title?: unknown;
  readonly rank?: number;
  readonly cwd?: unknown;
  readonly gitBranch?: unknown;
}

const NOTHING: Found = Object.freeze({});

const READERS: Readonly<Partial<Record<HarnessId, (line: JsonRecord) => Found>>> = {
  "claude-code": claudeCode,
  codex,
  copilot,
  "copilot-cli": copilotCli,
  opencode,
  pi,
  "gemini-cli": geminiCli,
  goose,
  kiro,
  amp: ({ title }) => ({ title }),
  zed: ({ summary, data }) => ({ title: summary ?? recordIn(unpacked(data))["title"] }),
};

/** Null when the line names nothing, as most lines of most harnesses do. */
export function readLineNames(harness: HarnessId, line: JsonRecord): LineNames | null {
  const { title, rank = GENERATED, cwd, gitBranch } = READERS[harness]?.(line) ?? NOTHING;
  const [text, directory, branch] = [textIn(title), textIn(cwd), textIn(gitBranch)];
  if (text === null && directory === null && branch === null) return null;
  return { title: text === null ? null : { text, rank }, cwd: directory, gitBranch: branch };
}

const CLAUDE_TITLES: ReadonlyMap<unknown, readonly [member: string, rank: number]> = new Map([
  ["custom-title", ["customTitle", CHOSEN]],
  ["ai-title", ["aiTitle", GENERATED]],
  ["summary", ["summary", OF_A_PART]],
]);

function claudeCode(line: JsonRecord): Found {
  const { type, cwd, gitBranch } = line;
  const [member, rank = GENERATED] = CLAUDE_TITLES.get(type) ?? [];
  return { title: member === undefined ? undefined : line[member], rank, cwd, gitBranch: branchOf(gitBranch) };
}

/** A detached HEAD is not a branch. */
const branchOf = (branch: unknown): unknown => (branch === "HEAD" ? undefined : branch);

function codex({ type, payload }: JsonRecord): Found {
  const { cwd, git, type: event, thread_name: title } = recordIn(payload);
  if (type === "session_meta") return { cwd, gitBranch: branchOf(recordIn(git)["branch"]) };
  if (type === "turn_context") return { cwd };
  return type === "event_msg" && event === "thread_name_updated" ? { title, rank: CHOSEN } : NOTHING;
}

/** Snapshots have the whole session; a mutation says by its path what it sets. */
function copilot({ kind, k, v, customTitle: title }: JsonRecord): Found {
  if (kind === 0) return { title: recordIn(v)["customTitle"] };
  if (kind === 1) return listIn(k)[0] === "customTitle" ? { title: v } : NOTHING;
  return { title };
}

function copilotCli({ type, data }: JsonRecord): Found {
  if (type === "session.title_changed") return { title: recordIn(data)["title"] };
  if (type !== "session.start" && type !== "session.resume" && type !== "session.context_changed") return NOTHING;
  const { context } = recordIn(data);
  const { cwd, branch } = isRecord(context) ? context : recordIn(data);
  return { cwd, gitBranch: branch };
}

/** Placeholder titles that OpenCode uses until it has generated a title. */
const OPENCODE_PLACEHOLDERS = ["New session - ", "Child session - "];

function opencode(line: JsonRecord): Found {
  const { title, directory } = line;
  const isPlaceholder = OPENCODE_PLACEHOLDERS.some((start) => typeof title === "string" && title.startsWith(start));
  const { cwd } = recordIn(recordIn(unpacked(line["data"]))["path"]);
  return { title: isPlaceholder ? undefined : title, cwd: directory ?? cwd };
}

function pi({ type, cwd, name }: JsonRecord): Found {
  if (type === "session") return { cwd };
  return type === "session_info" ? { title: name, rank: CHOSEN } : NOTHING;
}

function geminiCli(line: JsonRecord): Found {
  const header = isRecord(line["$set"]) ? line["$set"] : line;
  return header === line && line["type"] !== undefined
    ? NOTHING
    : { title: header["summary"], cwd: listIn(header["directories"])[0] };
}

function goose({ name, working_dir: cwd }: JsonRecord): Found {
  return cwd === undefined ? NOTHING : { title: name, cwd };
}

function kiro({ session_state: state, cwd, title }: JsonRecord): Found {
  return isRecord(state) ? { title, cwd } : NOTHING;
}
