import { sizeOf } from "./follow-source.js";
import { isEvents, openOutbox } from "./outbox.js";
import type { RecordingPlaces } from "./places.js";
import { listSpool } from "./read-spool.js";
import type { SessionKey } from "./session-states.js";

export interface OutboxReport {
  readonly spooled: number;
  /** Lines and events that are on their way. */
  readonly waiting: number;
  readonly bytes: number;
  /** Sessions that are not complete on the server yet. */
  readonly open: number;
  /** Of them, those recorded for another account or server than the present one. */
  readonly held: number;
  readonly troubled: readonly { readonly key: SessionKey; readonly path: string; readonly reason: string }[];
}

export function reportOutbox(
  places: RecordingPlaces,
  now: number,
  canReach: (key: SessionKey) => boolean,
): OutboxReport {
  const spooled = listSpool(places).length;
  if (!sizeOf(places.outbox)) return { spooled, waiting: 0, bytes: 0, open: 0, held: 0, troubled: [] };
  const outbox = openOutbox(places.outbox, now);
  const states = outbox.states.all();
  const open = states.filter((state) => (state.open && !isEvents(state)) || outbox.pending(state).length > 0);
  return {
    spooled,
    waiting: states.flatMap((state) => outbox.pending(state)).reduce((sum, { head }) => sum + head.count, 0),
    bytes: outbox.bytes,
    open: open.length,
    held: open.filter(({ key }) => !canReach(key)).length,
    troubled: states.flatMap(({ key, path, quarantine, integrity }) => {
      const reason = quarantine ?? integrity;
      return reason === undefined ? [] : [{ key, path, reason }];
    }),
  };
}
