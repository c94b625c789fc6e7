import type { JsonRecord } from "./json.js";
import type { NamesFound } from "./line-names.js";
import type { LineReading } from "./reading.js";

/** How the lines of a harness's transcripts are read. */
export interface TranscriptDialect {
  /** What one line says. */
  read(line: JsonRecord): LineReading;
  /** What a line says about its session. Null: no line says anything. */
  readonly names: ((line: JsonRecord) => NamesFound) | null;
  /** Whether it tells what a request has used before what was said, and not after it. */
  readonly usageComesFirst: boolean;
  /** Whether it tells usage only at the end of a session, of some requests or not at all. */
  readonly mayLackUsage: boolean;
}
