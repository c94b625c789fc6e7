import { expect, test } from "vitest";
import { OutboundError } from "../../platform/outbound/index.js";
import { reasonOf } from "./failures.js";

test.each<[string, unknown, string]>([
  ["without a period", new Error("unexpected response"), "unexpected response."],
  ["with one", new Error("It was issued in the future."), "It was issued in the future."],
  ["with another end", new Error("Really?"), "Really?"],
  ["with white space behind it", new Error("Invalid signature \n"), "Invalid signature."],
  ["with what a terminal would obey", new Error("red\u001b[31m\u0000\u2028text"), "red [31m text."],
  ["that is empty", new Error(""), "No reason was given."],
  ["that is no error", "timeout", "timeout."],
  ["around a call that failed", new Error("fetch failed", { cause: new OutboundError("It is down.") }), "It is down."],
])("a reason %s is a sentence", (_what, error, sentence) => {
  expect(reasonOf(error)).toBe(sentence);
});

test("a reason that is too long is cut", () => {
  expect(reasonOf(new Error("x".repeat(5000)))).toBe(`${"x".repeat(299)}…`);
});
