import type { EventStore } from "./audit-event-store.js";
import type { OutboxBatch, OutboxStore } from "./audit-outbox-store.js";
import { hashEvent } from "./chain.js";

export interface DrainDeps {
  readonly outbox: OutboxStore;
  readonly events: EventStore;
}

/**
 * Moves what waits in the outbox to the log: placed in one short transaction, stored, then removed. No transaction is
 * open while the log is written, and a crash at any point leaves records that the next attempt recognises. Stops early
 * while another replica is draining, or when the signal is aborted. Records that are added meanwhile are left to the next
 * run: otherwise a run would not end as long as someone adds records faster than they are stored.
 */
export async function drainOutbox(
  { outbox, events }: DrainDeps,
  drainer: string,
  signal?: Pick<AbortSignal, "aborted">,
): Promise<void> {
  const last = await outbox.lastSeq();
  if (last === undefined) return;
  let hasTurn = false;
  try {
    while (!signal?.aborted && (await outbox.waitsUpTo(last))) {
      const batch = await outbox.takeBatch(drainer, hashEvent);
      if (!batch) return;
      hasTurn = true;
      await storeOnce(events, batch);
      await outbox.removeUpTo(batch.records.at(-1)?.position ?? 0);
    }
  } finally {
    // What cannot be ended now ends by itself when its time is up.
    if (hasTurn) await outbox.endTurn(drainer).catch(() => undefined);
  }
}

/** The insert of an earlier attempt may have succeeded although nobody lived to see it. */
async function storeOnce(events: EventStore, { records, isRepeat }: OutboxBatch): Promise<void> {
  const stored = isRepeat ? await events.storedOf(records) : new Set<number>();
  await events.append(records.filter(({ position }) => !stored.has(position)));
}
