import { setImmediate as nextTurn } from "node:timers/promises";
import type { AuditLogCheck } from "@tackroom/contract";
import type { EventStore } from "./audit-event-store.js";
import type { OutboxStore, SettledPart } from "./audit-outbox-store.js";
import { hashEvent } from "./chain.js";
import { followChain, WALK_START, type ChainedEvent, type Walk } from "./core/chain.js";

const BATCH = 10_000;
/** Hashing this many takes a few milliseconds; then other requests have their turn. */
const AT_A_STRETCH = 250;

export interface VerifyChainDeps {
  readonly outbox: Pick<OutboxStore, "chainEnd" | "settledPart">;
  readonly events: Pick<EventStore, "rowsAt" | "firstAfter">;
  readonly settled: () => Promise<void>;
}

/** Computes every hash again from what is stored, and compares the end with the one that the relational store keeps. */
export async function verifyChain({ outbox, events, settled }: VerifyChainDeps): Promise<AuditLogCheck> {
  await settled();
  const { position: end, followedBy } = await outbox.settledPart();
  let walk = WALK_START;
  // From 0, where nothing belongs, so that a record forged before the first is seen as well.
  for (let first = 0; first <= end; first += BATCH) {
    const last = Math.min(first + BATCH - 1, end);
    const { reached, stranger } = await walkOn(walk, await events.rowsAt(first, last));
    walk = reached;
    if (stranger) return found(walk, stranger.event.event_id);
  }
  // The newest are missing, or everything was hashed anew: only the end, kept elsewhere, shows it.
  if (!isContinuedBy(walk, followedBy)) return found(walk, lastEventId(followedBy));
  const beyond = await events.firstAfter(end);
  // Records are placed before they are stored: what was drained meanwhile is within the end as it is now.
  if (beyond && beyond.position > (await outbox.chainEnd()).position) return found(walk, beyond.event.event_id);
  return { ok: true, checked: walk.position, first_bad_event_id: null, last_chain_hash: walk.hash };
}

function isContinuedBy(walk: Walk, next: SettledPart["followedBy"]): boolean {
  return "end" in next ? walk.hash === next.end.hash : followChain(walk, next.record, hashEvent) !== undefined;
}

const lastEventId = (next: SettledPart["followedBy"]): string | null =>
  "end" in next ? next.end.eventId : next.record.event.event_id;

async function walkOn(from: Walk, rows: readonly ChainedEvent[]): Promise<{ reached: Walk; stranger?: ChainedEvent }> {
  let reached = from;
  for (const [index, row] of rows.entries()) {
    if (index % AT_A_STRETCH === 0) await nextTurn();
    const next = followChain(reached, row, hashEvent);
    if (!next) return { reached, stranger: row };
    reached = next;
  }
  return { reached };
}

function found(walk: Walk, eventId: string | null): AuditLogCheck {
  return { ok: false, checked: walk.position, first_bad_event_id: eventId, last_chain_hash: walk.hash };
}
