import { expect, test } from "vitest";
import { ServiceError } from "./service-error.js";
import { asUnavailable, isTransactionConflict } from "./unavailable.js";

const failure = (message: string, fields: object = {}): Error => Object.assign(new Error(message), fields);

test.each([
  ["a refused connection", failure("connect ECONNREFUSED", { code: "ECONNREFUSED" })],
  ["a server shutting down", failure("terminating connection", { code: "57P01", severity: "FATAL" })],
  ["a full disk in PostgreSQL", failure("could not extend file", { code: "53100", severity: "ERROR" })],
  ["a full disk in ClickHouse", failure("no space left", { code: "243", type: "NOT_ENOUGH_SPACE" })],
  ["a socket that is gone", failure("connect ENOENT", { code: "ENOENT", syscall: "connect" })],
  ["a pool that could not connect in time", failure("timeout exceeded when trying to connect")],
  ["a primary that has become a standby", failure("read-only transaction", { code: "25006", severity: "ERROR" })],
  ["a lock that was not free in time", failure("lock timeout", { code: "55P03", severity: "ERROR" })],
  ["a database without connections", failure("not accepting connections", { code: "55000", severity: "FATAL" })],
  ["a database that is gone", failure("does not exist", { code: "3D000", severity: "FATAL" })],
  ["a password that was changed", failure("authentication failed", { code: "28P01", severity: "FATAL" })],
  ["trouble further down", failure("query failed", { cause: failure("x", { code: "ECONNRESET" }) })],
])("takes %s for a store that is away", (_what, error) => {
  expect(asUnavailable(error)).toMatchObject({ code: "unavailable", status: 503, retryAfterSeconds: 5 });
});

test.each([
  ["a duplicate key", failure("duplicate key", { code: "23505", severity: "ERROR" })],
  ["a bad row in ClickHouse", failure("cannot parse", { code: "27", type: "CANNOT_PARSE_INPUT_ASSERTION_FAILED" })],
  ["a refusal of ours", new ServiceError("conflict", "no", { cause: failure("x", { code: "ECONNRESET" }) })],
  ["a missing file", failure("ENOENT: no such file", { code: "ENOENT", syscall: "open" })],
  ["a bug", new TypeError("x is not a function")],
  ["something that is no error", "ECONNREFUSED"],
])("does not take %s for one", (_what, error) => {
  expect(asUnavailable(error)).toBeUndefined();
});

test.each(["40001", "40P01"])("tells a transaction that was cancelled (%s) to try again", (code) => {
  const cancelled = failure("queueing failed", { cause: failure("cancelled", { code, severity: "ERROR" }) });
  expect(isTransactionConflict(cancelled)).toBe(true);
  expect(asUnavailable(cancelled)).toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(/^A concurrent/),
  });
  expect(isTransactionConflict(failure("duplicate key", { code: "23505", severity: "ERROR" }))).toBe(false);
});

test.each([
  ["too slow", "159"],
  ["too large", "241"],
])("tells a query that is %s to ask for less, and not to try again", (_what, code) => {
  const { message, retryAfterSeconds } = asUnavailable(failure("limit exceeded", { code })) ?? {};
  expect([message, retryAfterSeconds]).toEqual([
    expect.stringMatching(/^The query exceeded .* shorter period\.$/),
    undefined,
  ]);
});
