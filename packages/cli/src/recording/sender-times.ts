/** How long things take; tests are in more of a hurry. */
export interface SenderTimes {
  /** Between two looks at the spool and at the files of open sessions. */
  readonly lookMs: number;
  /** Without anything to do for so long, the sender ends. */
  readonly lingerMs: number;
  /** A file that has not changed for so long after a turn's end is complete. */
  readonly stableMs: number;
  /** A session without an event or a line for so long is over. */
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
