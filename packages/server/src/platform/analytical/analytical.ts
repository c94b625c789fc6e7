import type { QueryParams } from "./engine.js";
import type { Writer } from "./writer.js";

export interface Analytical {
  readonly engine: "chDB" | "ClickHouse";
  /** Reads rows. Values are bound as `{name:Type}`; pass times as text, since chDB drops the milliseconds of a Date. */
  query<Row>(sql: string, params?: QueryParams): Promise<Row[]>;
  /** Runs one statement that returns nothing. */
  command(sql: string, params?: QueryParams): Promise<void>;
  readonly writer: Writer;
  ping(limitMs: number): Promise<void>;
  close(): Promise<void>;
}
