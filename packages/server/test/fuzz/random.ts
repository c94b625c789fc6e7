import { createHash } from "node:crypto";

/** The same everywhere unless someone wants to look further: FUZZ_SEED=7 npm test -- fuzz */
export const SEED = process.env["FUZZ_SEED"] ?? "tackroom";

export interface Random {
  /** From 0 up to, not including, this. */
  below(end: number): number;
  pick<T>(from: readonly T[]): T;
  chance(share: number): boolean;
}

/** Repeatable: each name has its own sequence, so that a new route does not change what the others get. */
export function createRandom(name: string): Random {
  let state = createHash("sha256").update(`${SEED} ${name}`).digest().readUInt32LE(0);
  // mulberry32: small, and random enough to choose rubbish by.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    chance: (share) => next() < share,
  };
}
