import { ServiceError } from "./service-error.js";

/** PostgreSQL's classes for "not now": connection, authorization of it, resources, operator intervention, system error. */
const SQLSTATE_CLASSES = /^(08|28|53|57|58)/;

/** A standby, or a primary that was demoted while we were connected to it: `read_only_sql_transaction`. */
const READ_ONLY = "25006";

/** `lock_not_available`; a database that accepts no connections, or is gone while it is restored. */
const NOT_NOW = new Set([READ_ONLY, "55P03", "55000", "3D000"]);

/** PostgreSQL has cancelled one of several transactions that conflict: `serialization_failure`, `deadlock_detected`. */
const TRANSACTION_CONFLICTS = new Set(["40001", "40P01"]);

const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "ETIMEDOUT",
]);

const STORAGE_CODES = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"]);

/** ClickHouse: socket and network time-outs, keeper trouble, too many parts or queries, no space, read-only. */
const CLICKHOUSE_CODES = new Set(["164", "202", "209", "210", "225", "242", "243", "252", "279", "999"]);

/** ClickHouse: out of time or memory. A query would only burden it once more; an insert may find it less busy. */
const CLICKHOUSE_LIMITS = new Set(["159", "241"]);

/** `pg` and `pg-pool` report these without a code. */
const DRIVER_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after|socket hang up|Timeout error/i;

/** A store that cannot be reached or cannot write is not the caller's mistake and not a bug: the answer is 503. */
export function asUnavailable(error: unknown, doing: "query" | "insert" = "query"): ServiceError | undefined {
  for (const at of causesOf(error)) {
    if (at instanceof ServiceError) return at.code === "unavailable" ? at : undefined;
    const trouble = troubleOf(at, doing);
    if (trouble) return new ServiceError("unavailable", trouble.detail, { ...trouble.retry, cause: error });
  }
  return undefined;
}

/** Nothing of the transaction was stored, and the same work in a new one may succeed. */
export function isTransactionConflict(error: unknown): boolean {
  return causesOf(error).some((at) => "code" in at && TRANSACTION_CONFLICTS.has(String(at.code)));
}

/** The error itself, and what caused it in turn. */
function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  for (let at = error; at instanceof Error && found.length < 5; at = at.cause) found.push(at);
  return found;
}

interface Trouble {
  readonly detail: string;
  readonly retry?: { readonly retryAfterSeconds: number };
}

function troubleOf(error: Error, doing: "query" | "insert"): Trouble | undefined {
  const retry = { retryAfterSeconds: 5 };
  if (isTransactionConflict(error))
    return { detail: "A concurrent request changed the same data. Retry shortly.", retry };
  const isLimit = "code" in error && CLICKHOUSE_LIMITS.has(String(error.code));
  if (isLimit && doing === "query") {
    return { detail: "The query exceeded its time or memory limit. Request less at once, such as a shorter period." };
  }
  if (!isLimit && !isStoreTrouble(error)) return undefined;
  return { detail: "A database is not responding or is read-only. Retry shortly.", retry };
}

function isStoreTrouble(error: Error): boolean {
  const code = (error as { code?: unknown }).code;
  if (typeof code !== "string") return DRIVER_MESSAGES.test(error.message);
  // Of a store's socket; any other missing file is a bug.
  if (code === "ENOENT") return "syscall" in error && error.syscall === "connect";
  if (NETWORK_CODES.has(code) || STORAGE_CODES.has(code) || CLICKHOUSE_CODES.has(code)) return true;
  if (code.length === 5 && "severity" in error) return NOT_NOW.has(code) || SQLSTATE_CLASSES.test(code);
  return DRIVER_MESSAGES.test(error.message);
}
