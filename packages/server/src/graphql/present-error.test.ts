import { GraphQLError } from "graphql";
import { expect, test } from "vitest";
import { recordedLog } from "../../test/quiet-log.js";
import { ServiceError } from "../platform/service-error.js";
import { presentError } from "./present-error.js";

const shown = (originalError: Error) => {
  const { log, lines } = recordedLog();
  const { message, extensions } = presentError(new GraphQLError(originalError.message, { originalError }), log);
  return { code: extensions["code"], message, extensions, logged: lines.length };
};

test.each([
  [new ServiceError("validation_failed", "first must be more."), "BAD_USER_INPUT", 0],
  [new ServiceError("forbidden", "Not yours."), "FORBIDDEN", 0],
  [new ServiceError("ambiguous_name", "Which?", { extra: { candidates: [1] } }), "AMBIGUOUS", 0],
  [Object.assign(new Error("connect"), { code: "ECONNREFUSED" }), "UNAVAILABLE", 1],
])("a refusal carries its code: %s", (error, code, logged) => {
  expect(shown(error)).toMatchObject({ code, logged });
});

test("what a refusal adds is told too", () => {
  const refusal = new ServiceError("ambiguous_name", "Which?", { extra: { candidates: [1] } });
  expect(shown(refusal).extensions).toEqual({ code: "AMBIGUOUS", candidates: [1] });
});

test("a bug is logged, and nothing of it is told", () => {
  const { code, message, logged } = shown(new Error("password is hunter2"));
  expect([code, logged]).toEqual(["INTERNAL_ERROR", 1]);
  expect(message).not.toContain("hunter2");
});

test("GraphQL's own refusals have a code as well", () => {
  const { log } = recordedLog();
  expect(presentError(new GraphQLError("Variable $a is missing"), log).extensions).toEqual({ code: "BAD_USER_INPUT" });
});
