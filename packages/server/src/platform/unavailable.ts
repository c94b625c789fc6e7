import { ServiceError } from "./service-error.js";

/** PostgreSQL's classes for "not now": connection, resources, operator intervention, system error. */
const SQLSTATE_CLASSES = /^(08|53|57|58)/;

const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
]);

const STORAGE_CODES = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"]);

/** ClickHouse: socket and network time-outs, keeper trouble, too many parts or queries, memory, no space, read-only. */
const CLICKHOUSE_CODES = new Set(["159", "164", "202", "209", "210", "225", "241", "242", "243", "252", "279", "999"]);

/** `pg` and `pg-pool` report these without a code. */
const DRIVER_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after|socket hang up|Timeout error/i;

/** A store that cannot be reached or cannot write is not the caller's mistake and not a bug: the answer is 503. */
export function asUnavailable(error: unknown): ServiceError | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof ServiceError) return at.code === "unavailable" ? at : undefined;
    if (isStoreTrouble(at)) {
      return new ServiceError("unavailable", "A database is not responding or is read-only. Retry shortly.", {
        retryAfterSeconds: 5,
        cause: error,
      });
    }
  }
  return undefined;
}

function isStoreTrouble(error: Error): boolean {
  const code = (error as { code?: unknown }).code;
  if (typeof code !== "string") return DRIVER_MESSAGES.test(error.message);
  if (NETWORK_CODES.has(code) || STORAGE_CODES.has(code) || CLICKHOUSE_CODES.has(code)) return true;
  if (code.length === 5 && "severity" in error) return SQLSTATE_CLASSES.test(code);
  return DRIVER_MESSAGES.test(error.message);
}
