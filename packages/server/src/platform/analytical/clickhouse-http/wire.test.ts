import { describe, expect, test } from "vitest";
import { areSameCredentials, outputFormatOf } from "./wire.js";

describe("credentials are the same", () => {
  const accepted = { user: "tack", password: "s3cret:ü" };
  test.each([
    ["when both are", accepted, true],
    ["but not with another user", { ...accepted, user: "tac" }, false],
    ["but not without a password", { ...accepted, password: "" }, false],
    ["but not with the beginning of the password", { ...accepted, password: "s3cret:" }, false],
    ["but not with another accent", { ...accepted, password: "s3cret:u" }, false],
    ["but not when only both together are", { user: "tack:s3cret", password: "ü" }, false],
  ])("%s", (_, given, expected) => {
    expect(areSameCredentials(given, accepted)).toBe(expected);
  });
});

describe("the format of an answer", () => {
  const format = (statement: string): string => outputFormatOf(statement, {}, new URLSearchParams());
  test.each([
    ["SELECT 1 FORMAT JSONEachRow", "JSONEachRow"],
    ["SELECT 1\nformat  CSV ;\n", "CSV"],
    ["SELECT 1", "TabSeparated"],
  ])("of %j is %s", (statement, expected) => {
    expect(format(statement)).toBe(expected);
  });
});
