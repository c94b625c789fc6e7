import type { AuditEvent } from "@tackroom/contract";

/** What is hashed: the record as the API shows it, but for the hash itself. */
export type UnchainedEvent = Omit<AuditEvent, "chain_hash">;

/** A record at its place in the chain. Places count from 1 and leave none out. */
export interface ChainedEvent {
  readonly position: number;
  readonly event: AuditEvent;
}

/** The hash of a record, given that of the record before it. */
export type HashEvent = (previousHash: string, event: UnchainedEvent) => string;

export interface ChainEnd {
  readonly position: number;
  readonly hash: string;
}

/** Before the first record. */
export const CHAIN_START: ChainEnd = { position: 0, hash: "0".repeat(64) };

/** Gives events their places after the end of the chain, in their order. */
export function continueChain(end: ChainEnd, events: readonly UnchainedEvent[], hash: HashEvent): ChainedEvent[] {
  let previous = end.hash;
  return events.map((event, index) => {
    previous = hash(previous, event);
    return { position: end.position + index + 1, event: { ...event, chain_hash: previous } };
  });
}

/** How far a walk along the stored chain has come, and the hash on which the last record stands. */
export interface Walk extends ChainEnd {
  readonly base: string;
}

export const WALK_START: Walk = { ...CHAIN_START, base: "" };

/**
 * One step along the stored chain; undefined when this record does not follow. An identical copy of the last one is
 * harmless: two drainers may have stored it, and the store will drop one.
 */
export function followChain(walk: Walk, { position, event }: ChainedEvent, hash: HashEvent): Walk | undefined {
  const { chain_hash, ...unchained } = event;
  if (position === walk.position) {
    return chain_hash === walk.hash && hash(walk.base, unchained) === chain_hash ? walk : undefined;
  }
  if (position !== walk.position + 1 || hash(walk.hash, unchained) !== chain_hash) return undefined;
  return { position, hash: chain_hash, base: walk.hash };
}
