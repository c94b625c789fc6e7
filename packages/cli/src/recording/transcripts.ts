import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "../cli.js";
import { changedAtOf, namesIn } from "./stores/session-store.js";
import { vsCodeFolders } from "./vs-code-folders.js";

/** A session that a harness stores as a file of lines. */
export interface Transcript {
  readonly harness: string;
  readonly session: string;
  readonly path: string;
  readonly changedAt: number;
  /** The parent session. */
  readonly parent?: string;
}

type Ground = Pick<Machine, "env" | "home" | "platform">;

/** Path segments below a root. The groups `session` and `parent` of an expression identify the session. */
type Part = string | RegExp;

interface TranscriptPlace {
  readonly root: (ground: Ground) => readonly string[];
  readonly parts: readonly Part[];
  /** The session ID, if the path contains only part of it. */
  readonly sessionIn?: (firstLine: string) => string | undefined;
}

const ANY = /^[^.].*$/;
const under =
  (variable: string | undefined, ...folder: readonly string[]) =>
  ({ env, home }: Ground): readonly string[] => [
    (variable === undefined ? undefined : env[variable]) || join(home, ...folder),
  ];

function sessionIdOf(firstLine: string): string | undefined {
  try {
    const { sessionId } = JSON.parse(firstLine) as { sessionId?: unknown };
    return typeof sessionId === "string" ? sessionId : undefined;
  } catch {
    return undefined;
  }
}

const claude = under("CLAUDE_CONFIG_DIR", ".claude");
const codex = under("CODEX_HOME", ".codex");
const kiro = under("KIRO_HOME", ".kiro");
export const geminiFolder = ({ env, home }: Pick<Ground, "env" | "home">): string =>
  join(env["GEMINI_CLI_HOME"] || home, ".gemini");
const gemini = (ground: Ground): readonly string[] => [geminiFolder(ground)];
const ROLLOUT = /^rollout-.*?(?<session>[0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/;
const PACKED_ROLLOUT = /^rollout-.*?(?<session>[0-9a-f]{8}-[0-9a-f-]{27})\.jsonl\.zst$/;

/** The harnesses whose sessions are files of lines, with their locations. */
const PLACES: Readonly<Record<string, readonly TranscriptPlace[]>> = {
  "claude-code": [
    { root: claude, parts: ["projects", ANY, /^(?<session>.+)\.jsonl$/] },
    { root: claude, parts: ["projects", ANY, /^(?<parent>.+)$/, "subagents", /^(?<session>agent-.+)\.jsonl$/] },
  ],
  codex: [
    { root: codex, parts: ["sessions", ANY, ANY, ANY, ROLLOUT] },
    { root: codex, parts: ["archived_sessions", ROLLOUT] },
  ],
  cursor: [
    {
      root: under(undefined, ".cursor"),
      parts: ["projects", ANY, "agent-transcripts", ANY, /^(?<session>.+)\.jsonl$/],
    },
    {
      root: under(undefined, ".cursor"),
      parts: ["projects", ANY, "agent-transcripts", /^(?<parent>.+)$/, "subagents", /^(?<session>.+)\.jsonl$/],
    },
  ],
  kiro: [
    { root: kiro, parts: ["sessions", "cli", /^(?<session>.+)\.jsonl$/] },
    { root: kiro, parts: ["sessions", ANY, /^(?<session>.+)$/, "messages.jsonl"] },
  ],
  "copilot-cli": [
    { root: under("COPILOT_HOME", ".copilot"), parts: ["session-state", /^(?<session>.+)$/, "events.jsonl"] },
  ],
  copilot: [
    { root: vsCodeFolders, parts: ["workspaceStorage", ANY, "chatSessions", /^(?<session>.+)\.jsonl$/] },
    { root: vsCodeFolders, parts: ["globalStorage", "emptyWindowChatSessions", /^(?<session>.+)\.jsonl$/] },
  ],
  "gemini-cli": [
    { root: gemini, parts: ["tmp", ANY, "chats", /^session-.*-(?<session>[^-]+)\.jsonl$/], sessionIn: sessionIdOf },
  ],
  antigravity: [
    {
      root: under(undefined, ".gemini"),
      parts: [/^antigravity/, "brain", /^(?<session>.+)$/, ".system_generated", "logs", "transcript.jsonl"],
    },
  ],
  pi: [
    {
      root: under("PI_CODING_AGENT_DIR", ".pi", "agent"),
      parts: ["sessions", ANY, /^.*_(?<session>[^_]+)\.jsonl$/],
    },
  ],
};

/** The same, for old files compressed with zstd. */
const PACKED_PLACES: Readonly<Record<string, readonly TranscriptPlace[]>> = {
  codex: [
    { root: codex, parts: ["sessions", ANY, ANY, ANY, PACKED_ROLLOUT] },
    { root: codex, parts: ["archived_sessions", PACKED_ROLLOUT] },
  ],
};

export const LINE_FILE_HARNESSES = Object.keys(PLACES);

export function listTranscripts(ground: Ground, harness: string): Transcript[] {
  return transcriptsIn(ground, harness, PLACES[harness] ?? []);
}

/** Compressed transcripts, except those that also exist uncompressed. */
export function listPackedTranscripts(ground: Ground, harness: string): Transcript[] {
  const plain = new Set(listTranscripts(ground, harness).map(({ session }) => session));
  return transcriptsIn(ground, harness, PACKED_PLACES[harness] ?? []).filter(({ session }) => !plain.has(session));
}

function transcriptsIn(ground: Ground, harness: string, places: readonly TranscriptPlace[]): Transcript[] {
  const found = places.flatMap((place) => place.root(ground).flatMap((root) => walk(root, place.parts, {})));
  return found.flatMap(({ path, groups }) => {
    const sessionIn = places.find((place) => place.sessionIn)?.sessionIn;
    const session = (sessionIn && sessionIn(firstLineOf(path))) ?? groups["session"];
    const changedAt = changedAtOf(path);
    if (session === undefined || changedAt === undefined) return [];
    const parent = groups["parent"];
    return [{ harness, session, path, changedAt, ...(parent === undefined ? {} : { parent }) }];
  });
}

/** The transcript of a session whose event did not name it; the newest if there are several. */
export function findTranscript(ground: Ground, harness: string, session: string): Transcript | undefined {
  return listTranscripts(ground, harness)
    .filter((transcript) => transcript.session === session)
    .toSorted((a, b) => b.changedAt - a.changedAt)[0];
}

type Groups = Readonly<Record<string, string>>;

function walk(folder: string, parts: readonly Part[], groups: Groups): { path: string; groups: Groups }[] {
  const [part, ...rest] = parts;
  if (part === undefined) return [{ path: folder, groups }];
  if (typeof part === "string") return walk(join(folder, part), rest, groups);
  return namesIn(folder).flatMap((name) => {
    const match = part.exec(name);
    return match ? walk(join(folder, name), rest, { ...groups, ...match.groups }) : [];
  });
}

const HEADER_BYTES = 64 * 1024;

function firstLineOf(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(HEADER_BYTES);
      const read = readSync(file, bytes, 0, HEADER_BYTES, 0);
      return bytes.toString("utf8", 0, read).split("\n")[0] ?? "";
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
