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

/** What is known of a session on this machine. It is saved after the batch that it tells of, so it never runs ahead. */
export interface SessionState {
  readonly id: string;
  readonly key: SessionKey;
  path: string;
  parent?: string;
  agent?: string;
  hookEvent: string;
  lastEventAt: number;
  /** When the transcript was last seen to have grown. */
  lastGrowthAt: number;
  /** Something happened since it was last found complete. */
  open: boolean;
  /** A turn has ended: to be completed as soon as the file is stable, not only when it is idle. */
  ends: boolean;
  /** The index of the file's first line: not 0 once a file was rotated away. */
  baseLine: number;
  nextLine: number;
  nextByte: number;
  firstSha: string;
  tailStart: number;
  tailSha: string;
  /** What the server has said last. */
  acknowledged: number;
  generation: number;
  /** Whether the server was asked before anything was read. */
  asked: boolean;
  /** Batches with a lower number were made before the last rewind, and count no more. */
  validFrom: number;
  /** Stand-ins for lines that the server refused, by index. */
  replaced: Record<string, string>;
  /** How often the present end was repaired. */
  repairs: number;
  /** The last audit, when it failed for good. */
  integrity?: string;
  /** Lines that the server takes in no form, by index, and why: they are left out. */
  skipped?: Record<string, string>;
  /** The highest line that was dealt with above one that was left out; the server's checkpoint stays below that one. */
  past?: number;
  /** Why nothing more is sent. */
  quarantine?: string;
  /** Why the last attempt came to nothing, and when the next one is due. */
  wait?: { readonly reason: string; readonly until: number };
}

/** How far it has been dealt with: every line up to here is on the server, or left out for good. */
export const reachedLine = ({ acknowledged, past = -1 }: SessionState): number => Math.max(acknowledged, past);

/** Why lines are left out, for people. */
export function tellSkipped({ skipped = {} }: SessionState): string | undefined {
  const [first, ...others] = Object.entries(skipped);
  if (!first) return undefined;
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  return `line ${first[0]} was rejected (${first[1]}) and skipped${more}`;
}

export interface SessionStates {
  all(): SessionState[];
  get(id: string): SessionState | undefined;
  /** The one that is there, or a new one. */
  of(key: SessionKey, path: string): SessionState;
  save(state: SessionState): void;
}

export function idOf({ server, user, project, harness, session }: SessionKey): string {
  return sha256(JSON.stringify([server, user, project, harness, session])).slice(0, 32);
}

const DAY_MS = 24 * 3600 * 1000;
const KEPT_MS = 7 * DAY_MS;
/** By then most harnesses have deleted the transcript, and nobody can mend it any more. */
const TROUBLED_KEPT_MS = 30 * DAY_MS;

export function openStates(outbox: string, now: number): SessionStates {
  const folder = join(outbox, "sessions");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const states = new Map<string, SessionState>();
  for (const state of readStates(outbox)) {
    const isTroubled = state.quarantine !== undefined || state.integrity !== undefined;
    const isOver = isTroubled || !state.open;
    const kept = isTroubled ? TROUBLED_KEPT_MS : KEPT_MS;
    // The server remembers them too; a session that goes on is asked for again.
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

/** As they lie on the disk; one that cannot be read is begun anew. */
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
