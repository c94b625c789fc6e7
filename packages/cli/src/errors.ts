/** The contract's error categories and their exit codes. */
export const EXIT_CODES = {
  unexpected: 1,
  usage: 2,
  authentication: 3,
  permission: 4,
  not_found: 5,
  conflict: 6,
  validation: 7,
  rate_limit: 8,
  unavailable: 9,
  partial: 11,
} as const;

export type Category = keyof typeof EXIT_CODES;

export interface ErrorDetails {
  /** The affected item or file. */
  readonly resource?: string | undefined;
  /** How to fix it, as an instruction or a command. */
  readonly remediation?: string | undefined;
  readonly requestId?: string | undefined;
  readonly httpStatus?: number | undefined;
  /** When the server wants the next attempt. */
  readonly retryAfterSeconds?: number | undefined;
  /** The completed part of a batch. */
  readonly result?: unknown;
  /** Instead of the category's: of a program that Ctrl-C ended. */
  readonly exitCode?: number | undefined;
  /** For `--debug`. */
  readonly detail?: unknown;
  readonly cause?: unknown;
}

/** An expected failure, shown to the user as one line with a remediation. */
export class CliError extends Error {
  readonly category: Category;
  readonly details: ErrorDetails;

  constructor(category: Category, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.category = category;
    this.details = details;
  }
}

export const usageError = (message: string, remediation?: string): CliError =>
  new CliError("usage", message, { remediation });

/** A readable message for any error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return error.message === "" ? (code ?? error.name) : error.message;
}
