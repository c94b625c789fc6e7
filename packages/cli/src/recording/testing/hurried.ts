import type { SenderTimes } from "../sender-times.js";

/** As the sender of a person in a great hurry. */
export const HURRIED: SenderTimes = {
  lookMs: 4,
  lingerMs: 80,
  stableMs: 25,
  idleMs: 60,
  firstWaitMs: 4,
  maxWaitMs: 20,
};
