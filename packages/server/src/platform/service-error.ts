import { ERRORS, type ErrorCode, type FieldError } from "@tackroom/contract";

export interface ServiceErrorOptions {
  /** Members that the contract adds to the problem of this code, such as `candidates`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** An expected refusal. `detail` is for the caller: it says what is wrong and how to fix it. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, detail: string, options: ServiceErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = "ServiceError";
    this.code = code;
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Everything that is wrong with an input, in one refusal. */
export function fieldErrors(errors: readonly FieldError[]): ServiceError {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more in errors)` : "";
  const detail = first ? `${first.path} ${first.message}${more}` : "Invalid request.";
  return new ServiceError("validation_failed", detail, { extra: { errors } });
}

/** Every problem at once. */
export function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw fieldErrors(errors);
}

export const fieldError = (path: string, message: string): ServiceError => fieldErrors([{ path, message }]);
