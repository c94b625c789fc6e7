import { describe, expect, test } from "vitest";
import { costOf } from "./prices.js";
import type { ModelUsage } from "./summary.js";

const used = (more: Partial<ModelUsage> = {}): ModelUsage => ({
  input: 1_000_000,
  output: 100_000,
  cacheRead: 2_000_000,
  cacheWrite: 0,
  costUsd: null,
  ...more,
});

describe("costOf", () => {
  test("adds up what each model costs", () => {
    expect(costOf({ "claude-sonnet-4-5-20250929": used() }, {})).toBe(3 + 1.5 + 0.6);
    expect(costOf({ "claude-sonnet-4-5": used(), "gpt-5-codex": used({ cacheRead: 0 }) }, {})).toBe(5.1 + 1.25 + 1);
  });

  test("takes the longest pattern, and an operator's before a published one", () => {
    expect(costOf({ "gpt-5-mini": used({ output: 0, cacheRead: 0 }) }, {})).toBe(0.25);
    expect(costOf({ "claude-opus-4-1-20250805": used({ output: 0, cacheRead: 0 }) }, {})).toBe(15);
    const own = { "gpt-*": { input: 7, output: 0 }, "GPT-5*": { input: 9, output: 0 } };
    expect(costOf({ "gpt-5-mini": used() }, own)).toBe(9);
  });

  test("believes a line that says what it cost", () => {
    expect(costOf({ "anything-at-all": used({ costUsd: 0.5 }) }, {})).toBe(0.5);
  });

  test("is not known when a part of it is not, or nothing was used", () => {
    expect(costOf({ "claude-sonnet-4-5": used(), mystery: used() }, {})).toBeNull();
    expect(costOf({ "": used() }, {})).toBeNull();
    expect(costOf({}, {})).toBeNull();
  });

  test("reads stars anywhere, and nothing else as special", () => {
    const own = { "a*b*c": { input: 1, output: 0 }, "x.y": { input: 2, output: 0 } };
    expect(costOf({ "a-b-b-c": used() }, own)).toBe(1);
    expect(costOf({ "a-c": used() }, own)).toBeNull();
    expect(costOf({ xzy: used() }, own)).toBeNull();
  });
});
