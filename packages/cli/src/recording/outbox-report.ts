import { sizeOf } from "./follow-source.js";
import { isEvents, openOutbox } from "./outbox.js";
import type { RecordingPlaces } from "./places.js";
import { listSpool } from "./read-spool.js";
import { tellSkipped, type SessionKey, type SessionState } from "./session-states.js";

export interface OutboxReport {
  readonly spooled: number;
  /** Lines and events that are on their way. */
  readonly waiting: number;
  readonly bytes: number;
  /** Sessions that are not complete on the server yet. */
  readonly open: number;
  /** Of them, those recorded for another account or server than the present one. */
  readonly held: number;
  /** What went wrong last with sessions that wait, once for each reason. */
  readonly waits: readonly Wait[];
  readonly troubled: readonly { readonly key: SessionKey; readonly path: string; readonly reason: string }[];
}

export interface Wait {
  readonly server: string;
  readonly reason: string;
  readonly sessions: number;
  /** When the next of them is tried. */
  readonly until: number;
}

/** One that has not been tried yet waits for the same reason as the others of its server. */
function waitsOf(states: readonly SessionState[]): Wait[] {
  const waits = new Map<string, Wait>();
  for (const { key, wait } of states) {
    if (wait === undefined) continue;
    const name = `${key.server} ${wait.reason}`;
    const { sessions = 0, until = wait.until } = waits.get(name) ?? {};
    waits.set(name, {
      server: key.server,
      reason: wait.reason,
      sessions: sessions + 1,
      until: Math.min(until, wait.until),
    });
  }
  return [...waits.values()];
}

export function reportOutbox(
  places: RecordingPlaces,
  now: number,
  canReach: (key: SessionKey) => boolean,
): OutboxReport {
  const spooled = listSpool(places).length;
  if (!sizeOf(places.outbox)) return { spooled, waiting: 0, bytes: 0, open: 0, held: 0, troubled: [], waits: [] };
  const outbox = openOutbox(places.outbox, now);
  const states = outbox.states.all();
  const open = states.filter((state) => (state.open && !isEvents(state)) || outbox.pending(state).length > 0);
  return {
    spooled,
    waiting: states.flatMap((state) => outbox.pending(state)).reduce((sum, { head }) => sum + head.count, 0),
    bytes: outbox.bytes,
    open: open.length,
    held: open.filter(({ key }) => !canReach(key)).length,
    troubled: states.flatMap((state) => {
      const { key, path, quarantine, integrity } = state;
      const reason = quarantine ?? integrity ?? tellSkipped(state);
      return reason === undefined ? [] : [{ key, path, reason }];
    }),
    waits: waitsOf(open.filter(({ key }) => canReach(key))),
  };
}
