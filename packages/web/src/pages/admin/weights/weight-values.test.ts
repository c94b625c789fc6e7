import { DEFAULT_WEIGHTS, DIMENSIONS } from "@tackroom/contract/scorecard-weights";
import { describe, expect, test } from "vitest";
import { changedWeights, DEFAULT_TEXTS, isOne, savedTexts, sumOf, weightOf } from "./weight-values.js";

const SAVED = DIMENSIONS.map((dimension) => ({ dimension, weight: DEFAULT_WEIGHTS[dimension], is_custom: false }));

test("the defaults are saved weights that sum to 1", () => {
  expect(savedTexts(SAVED)).toEqual(DEFAULT_TEXTS);
  expect(sumOf(DEFAULT_TEXTS)).toBe(1);
});

test.each([
  ["0", 0],
  ["0.25", 0.25],
  ["1", 1],
  ["", undefined],
  [" ", undefined],
  ["-0.1", undefined],
  ["1.1", undefined],
  ["a", undefined],
])("the weight %j is %s", (text, weight) => {
  expect(weightOf(text)).toBe(weight);
});

describe("the sum", () => {
  test.each([
    [0.9995, true],
    [1.001, true],
    [1.0011, false],
    [0.99, false],
    [undefined, false],
  ])("%s is 1: %s", (sum, expected) => {
    expect(isOne(sum)).toBe(expected);
  });

  test("is not known while a weight is not one", () => {
    expect(sumOf({ ...DEFAULT_TEXTS, tool_failures: "" })).toBeUndefined();
  });
});

test("only what differs is sent", () => {
  expect(changedWeights(SAVED, DEFAULT_TEXTS)).toEqual({});
  expect(changedWeights(SAVED, { ...DEFAULT_TEXTS, goal_completion: "0.30", tool_failures: "0.11" })).toEqual({
    goal_completion: 0.3,
    tool_failures: 0.11,
  });
});
