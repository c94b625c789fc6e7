import { setImmediate } from "node:timers/promises";
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

test("a burst of attempts is not delayed, and those of it that were wrong delay the next one", async () => {
  let count = 0;
  const slowDown = createSlowDown({ add: async () => (count += 1), clear: async () => void (count = 0) });
  let through = 0;
  const attempt = (): Promise<unknown> => slowDown.attempt("ada").then(() => (through += 1));
  const burst = Array.from({ length: 40 }, attempt);
  await setImmediate();
  // The first one, 32 beside it, and what anyone may mistype; the others wait.
  expect(through).toBe(37);
  await Promise.all(burst);
  await Promise.all(burst.map(() => slowDown.ended("ada", false)));
  const next = attempt();
  await setImmediate();
  expect(through).toBe(40);
  await next;
  await slowDown.ended("ada", true);
  const afterwards = attempt();
  await setImmediate();
  expect(through).toBe(42);
  await afterwards;
});

test("at most 200 attempts are delayed at a time; what comes on top goes on at once", async () => {
  const slowDown = createSlowDown({ add: async () => 100, clear: async () => undefined });
  const ended: string[] = [];
  const waiting = Array.from({ length: 200 }, () => slowDown.attempt("ada").then(() => ended.push("delayed")));
  await slowDown.attempt("ada").then(() => ended.push("at once"));
  await Promise.all(waiting);
  expect(ended[0]).toBe("at once");
});
