import type { SenderTimes } from "../sender-times.js";

/** Short intervals for tests. */
export const HURRIED: SenderTimes = {
  lookMs: 4,
  lingerMs: 80,
  stableMs: 25,
  idleMs: 60,
  firstWaitMs: 4,
  maxWaitMs: 20,
};
