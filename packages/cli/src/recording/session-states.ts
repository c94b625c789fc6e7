import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "../write-file.js";
import type { Destination } from "./destination.js";
import { sha256 } from "./read-lines.js";

export interface SessionKey extends Destination {
  readonly project: string;
  readonly harness: string;
  readonly session: string;
}

/** The local state of a session. It is saved after its batch, so it is never ahead of the outbox. */
export interface SessionState {
  readonly id: string;
  readonly key: SessionKey;
  path: string;
  parent?: string;
  agent?: string;
  hookEvent: string;
  lastEventAt: number;
  /** When the transcript was last seen to grow. */
  lastGrowthAt: number;
  /** Something happened since the session was last found complete. */
  open: boolean;
  /** A turn has ended: finalize as soon as the file is stable, not only when it is idle. */
  ends: boolean;
  /** The index of the file's first line: not 0 after a rotation. */
  baseLine: number;
  nextLine: number;
  nextByte: number;
  firstSha: string;
  tailStart: number;
  tailSha: string;
  /** The last acknowledgment of the server. */
  acknowledged: number;
  generation: number;
  /** Whether the server was queried before anything was read. */
  asked: boolean;
  /** Batches with a lower number were created before the last rewind, and are invalid. */
  validFrom: number;
  /** Placeholders for rejected lines, by index. */
  replaced: Record<string, string>;
  /** How often the current end was repaired. */
  repairs: number;
  /** The result of the last audit, if it failed permanently. */
  integrity?: string;
  /** Lines that the server rejects in every form, by index, with the reason. They are skipped. */
  skipped?: Record<string, string>;
  /** The highest line handled after a skipped one; the server's checkpoint stays below the skipped line. */
  past?: number;
  /** How many lines a batch may have, after larger ones have timed out. */
  maxLines?: number;
  /** Why nothing more is sent. */
  quarantine?: string;
  /** Why the last attempt failed, and when the next one is due. */
  wait?: { readonly reason: string; readonly until: number };
}

/** The progress: every line up to here is stored on the server or permanently skipped. */
export const reachedLine = ({ acknowledged, past = -1 }: SessionState): number => Math.max(acknowledged, past);

/** Why lines were skipped, for users. */
export function describeSkipped({ skipped = {} }: SessionState): string | undefined {
  const [first, ...others] = Object.entries(skipped);
  if (!first) return undefined;
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  return `line ${first[0]} was rejected (${first[1]}) and skipped${more}`;
}

export interface SessionStates {
  all(): SessionState[];
  get(id: string): SessionState | undefined;
  /** The existing state, or a new one. */
  of(key: SessionKey, path: string): SessionState;
  save(state: SessionState): void;
}

export function idOf({ server, user, project, harness, session }: SessionKey): string {
  return sha256(JSON.stringify([server, user, project, harness, session])).slice(0, 32);
}

const DAY_MS = 24 * 3600 * 1000;
const KEPT_MS = 7 * DAY_MS;
/** By then most harnesses have deleted the transcript, so the session can no longer be repaired. */
const TROUBLED_KEPT_MS = 30 * DAY_MS;

export function openStates(outbox: string, now: number): SessionStates {
  const folder = join(outbox, "sessions");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const states = new Map<string, SessionState>();
  for (const state of readStates(outbox)) {
    const isTroubled = state.quarantine !== undefined || state.integrity !== undefined;
    const isOver = isTroubled || !state.open;
    const kept = isTroubled ? TROUBLED_KEPT_MS : KEPT_MS;
    // The server stores them too; a session that continues is queried again.
    if (isOver && now - state.lastEventAt > kept) rmSync(join(folder, `${state.id}.json`), { force: true });
    else states.set(state.id, state);
  }
  return {
    all: () => [...states.values()],
    get: (id) => states.get(id),
    of(key, path) {
      const id = idOf(key);
      const state = states.get(id) ?? newState(id, key, path, now);
      states.set(id, state);
      return state;
    },
    save: (state) => writeFileAtomically(join(folder, `${state.id}.json`), JSON.stringify(state), 0o600),
  };
}

/** The states on disk. An unreadable one is started anew. */
export function readStates(outbox: string): SessionState[] {
  const folder = join(outbox, "sessions");
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(folder, name), "utf8")) as SessionState];
    } catch {
      return [];
    }
  });
}

function newState(id: string, key: SessionKey, path: string, now: number): SessionState {
  return {
    id,
    key,
    path,
    hookEvent: "UserPromptSubmit",
    lastEventAt: now,
    lastGrowthAt: now,
    open: true,
    ends: false,
    ...FROM_THE_START,
    acknowledged: -1,
    generation: 0,
    asked: false,
    validFrom: 0,
    replaced: {},
    repairs: 0,
  };
}

const FROM_THE_START = { baseLine: 0, nextLine: 0, nextByte: 0, firstSha: "", tailStart: 0, tailSha: "" };
