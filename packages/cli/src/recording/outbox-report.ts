import { sizeOf } from "./follow-source.js";
import { isEvents, openOutbox } from "./outbox.js";
import type { RecordingPlaces } from "./places.js";
import { listSpool, unrecorded } from "./read-spool.js";
import { describeSkipped, type SessionKey, type SessionState } from "./session-states.js";

export interface OutboxReport {
  readonly spooled: number;
  /** Those of them that could not be recorded. */
  readonly unrecorded: readonly { readonly path: string; readonly reason: string }[];
  /** Pending lines and events. */
  readonly waiting: number;
  readonly bytes: number;
  /** Sessions that are not yet complete on the server. */
  readonly open: number;
  /** Those recorded for an account or server other than the current one. */
  readonly held: number;
  /** The last errors of pending sessions, once per reason. */
  readonly waits: readonly Wait[];
  readonly troubled: readonly { readonly key: SessionKey; readonly path: string; readonly reason: string }[];
}

export interface Wait {
  readonly server: string;
  readonly reason: string;
  readonly sessions: number;
  /** The time of the next retry. */
  readonly until: number;
}

/** A session that was not tried yet is pending for the same reason as others of its server. */
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
  const spool = { spooled: listSpool(places).length, unrecorded: unrecorded(places) };
  if (!sizeOf(places.outbox)) return { ...spool, waiting: 0, bytes: 0, open: 0, held: 0, troubled: [], waits: [] };
  const outbox = openOutbox(places.outbox, now);
  const states = outbox.states.all();
  const open = states.filter((state) => (state.open && !isEvents(state)) || outbox.pending(state).length > 0);
  return {
    ...spool,
    waiting: states.flatMap((state) => outbox.pending(state)).reduce((sum, { head }) => sum + head.count, 0),
    bytes: outbox.bytes,
    open: open.length,
    held: open.filter(({ key }) => !canReach(key)).length,
    troubled: states.flatMap((state) => {
      const { key, path, quarantine, integrity } = state;
      const reason = quarantine ?? integrity ?? describeSkipped(state);
      return reason === undefined ? [] : [{ key, path, reason }];
    }),
    waits: waitsOf(open.filter(({ key }) => canReach(key))),
  };
}
