/** `recording`: not final, with an event in the last minutes. `unfinished`: not final, and silent for longer. */
export const SESSION_STATES = ["recording", "unfinished", "final"] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** A session that is silent for longer has probably stopped. The same pause ends active time. */
export const RECORDING_WITHIN_MS = 5 * 60_000;
