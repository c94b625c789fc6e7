import { DIMENSIONS } from "@tackroom/contract/scorecard-weights";
import { expect, test } from "vitest";
import { DIMENSION_WORDS, evidenceText, roundedScore, scoreText, weightText } from "./dimension-words.js";

test("every dimension has words, in the order of the contract", () => {
  expect(Object.keys(DIMENSION_WORDS)).toEqual(DIMENSIONS);
});

test("an unknown score is not a number, and zero is one", () => {
  expect(scoreText(null)).toBe("no score");
  expect(scoreText(0)).toBe("0 of 100");
  expect(scoreText(86.66)).toBe("86.7 of 100");
  expect(roundedScore(100)).toBe("100");
});

test("evidence and weights", () => {
  expect(evidenceText("tool_failures", 1)).toBe("1 tool call");
  expect(evidenceText("goal_completion", 1200)).toBe("1,200 ratings");
  expect(weightText(0.28)).toBe("28 %");
  expect(weightText(0.125)).toBe("12.5 %");
});
