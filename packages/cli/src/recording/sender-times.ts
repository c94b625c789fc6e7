/** Intervals and timeouts; tests use shorter ones. */
export interface SenderTimes {
  /** Between two checks of the spool and of the files of open sessions. */
  readonly lookMs: number;
  /** The sender exits after being idle for this long. */
  readonly lingerMs: number;
  /** A file that has not changed for this long after the end of a turn is complete. */
  readonly stableMs: number;
  /** A session without an event or a line for this long is over. */
  readonly idleMs: number;
  readonly firstWaitMs: number;
  readonly maxWaitMs: number;
}

export const TIMES: SenderTimes = {
  lookMs: 500,
  lingerMs: 60_000,
  stableMs: 2_000,
  idleMs: 120_000,
  firstWaitMs: 1_000,
  maxWaitMs: 300_000,
};
