export interface Statement {
  /** What a fresh session must be told first: its database and settings. */
  readonly preamble: readonly string[];
  /** What this statement alone needs to know: its parameters. */
  readonly params: readonly string[];
  readonly sql: string;
  readonly format: string;
}

export interface StatementResult {
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly bytesRead: number;
  readonly seconds: number;
}

/** An engine that runs each statement as if in a session of its own. */
export interface Sessions {
  run(statement: Statement): Promise<StatementResult>;
  /** False when a statement runs for much longer than any may. */
  isResponsive(): boolean;
  close(): Promise<void>;
}
