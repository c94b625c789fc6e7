/** The writer's numbers in one place; `bench/writer.ts` is where they were found. */
export interface WriterLimits {
  /** A batch this large is worth a part of its own and goes out without waiting. */
  readonly fullRows: number;
  readonly fullBytes: number;
  /** One insert never takes more than this, so that it stays one block: stored whole or not at all. */
  readonly insertRows: number;
  readonly insertBytes: number;
  /** What may wait in memory; beyond it callers wait for room, and after `roomWaitMs` they are refused. */
  readonly queuedBytes: number;
  readonly roomWaitMs: number;
  /** Pause before another insert when the last one was tiny. */
  readonly maxPauseMs: number;
  /** A batch of this many rows halves the pause, of twice as many cuts it to a third, and so on. */
  readonly pauseHalvedAtRows: number;
  readonly retryWaitsMs: readonly number[];
}

export const WRITER_LIMITS: WriterLimits = {
  fullRows: 1000,
  fullBytes: 1024 * 1024,
  insertRows: 20_000,
  insertBytes: 8 * 1024 * 1024,
  queuedBytes: 64 * 1024 * 1024,
  roomWaitMs: 8000,
  maxPauseMs: 300,
  pauseHalvedAtRows: 25,
  retryWaitsMs: [100, 300, 900, 2700],
};

/**
 * Every insert makes a part, and parts cost merges: sixteen tiny inserts a second keep half a core busy. So the pause
 * after an insert depends on how much it carried, which keeps a lone writer cheap and a busy one fast.
 */
export function pauseAfter(rows: number, limits: WriterLimits): number {
  if (rows >= limits.fullRows) return 0;
  return limits.maxPauseMs / (1 + rows / limits.pauseHalvedAtRows);
}
