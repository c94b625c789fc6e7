import { createLog, type Log } from "../src/platform/log.js";

export interface RecordedLog {
  readonly log: Log;
  readonly lines: Record<string, unknown>[];
}

/** A real log whose lines a test can read instead of a person. */
export function recordedLog(level = "debug"): RecordedLog {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (text: string) => void lines.push(JSON.parse(text) as Record<string, unknown>) };
  return { log: createLog({ level, readable: false, destination }), lines };
}
