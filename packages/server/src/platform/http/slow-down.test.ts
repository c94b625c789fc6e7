import { expect, test } from "vitest";
import { createSlowDown, delayAfter } from "./slow-down.js";

test.each([
  [0, 0],
  [4, 0],
  [5, 125],
  [6, 250],
  [8, 1000],
  [9, 2000],
  [5000, 2000],
])("after %i attempts in vain the next one waits %i ms", (attempts, delayMs) => {
  expect(delayAfter(attempts)).toBe(delayMs);
});

test("at most 200 attempts are delayed at a time; what comes on top goes on at once", async () => {
  const slowDown = createSlowDown({ add: async () => 100, clear: async () => undefined });
  const ended: string[] = [];
  const waiting = Array.from({ length: 200 }, () => slowDown.attempt("ada").then(() => ended.push("delayed")));
  await slowDown.attempt("ada").then(() => ended.push("at once"));
  await Promise.all(waiting);
  expect(ended[0]).toBe("at once");
});
