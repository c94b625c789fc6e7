import { expect, test } from "vitest";
import { ServiceError } from "./service-error.js";
import { asUnavailable } from "./unavailable.js";

const failure = (message: string, fields: object = {}): Error => Object.assign(new Error(message), fields);

test.each([
  ["a refused connection", failure("connect ECONNREFUSED", { code: "ECONNREFUSED" })],
  ["a server shutting down", failure("terminating connection", { code: "57P01", severity: "FATAL" })],
  ["a full disk in PostgreSQL", failure("could not extend file", { code: "53100", severity: "ERROR" })],
  ["a full disk in ClickHouse", failure("no space left", { code: "243", type: "NOT_ENOUGH_SPACE" })],
  ["a pool that could not connect in time", failure("timeout exceeded when trying to connect")],
  ["trouble further down", failure("query failed", { cause: failure("x", { code: "ECONNRESET" }) })],
])("takes %s for a store that is away", (_what, error) => {
  expect(asUnavailable(error)).toMatchObject({ code: "unavailable", status: 503, retryAfterSeconds: 5 });
});

test.each([
  ["a duplicate key", failure("duplicate key", { code: "23505", severity: "ERROR" })],
  ["a bad row in ClickHouse", failure("cannot parse", { code: "27", type: "CANNOT_PARSE_INPUT_ASSERTION_FAILED" })],
  ["a refusal of ours", new ServiceError("conflict", "no", { cause: failure("x", { code: "ECONNRESET" }) })],
  ["a bug", new TypeError("x is not a function")],
  ["something that is no error", "ECONNREFUSED"],
])("does not take %s for one", (_what, error) => {
  expect(asUnavailable(error)).toBeUndefined();
});
