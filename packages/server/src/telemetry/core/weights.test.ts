import { DEFAULT_WEIGHTS } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import { weightsProblem, weightsWith } from "./weights.js";

describe("weights", () => {
  test("are the defaults where nothing is set", () => {
    expect(weightsWith({})).toEqual(DEFAULT_WEIGHTS);
    expect(weightsWith({ tool_failures: 0 })).toEqual({ ...DEFAULT_WEIGHTS, tool_failures: 0 });
  });

  test.each([
    ["the defaults", {}, true],
    ["a balanced change", { goal_completion: 0.3, tool_efficiency: 0.16 }, true],
    ["all of it for one", { ...zeros(), tool_failures: 1 }, true],
    ["0.001 too much", { goal_completion: 0.281 }, true],
    ["0.001 too little", { goal_completion: 0.279 }, true],
    ["0.0011 too much", { goal_completion: 0.2811 }, false],
    ["0.0011 too little", { goal_completion: 0.2789 }, false],
    ["nothing at all", zeros(), false],
  ])("with %s", (_what, set, isFine) => {
    expect(weightsProblem(weightsWith(set)) === undefined).toBe(isFine);
  });

  test("say what they would add up to", () => {
    expect(weightsProblem(weightsWith({ goal_completion: 0.3 }))).toMatch(
      /add up to 1\.02 instead of 1 .*goal_completion 0\.3/,
    );
  });
});

function zeros() {
  return Object.fromEntries(Object.keys(DEFAULT_WEIGHTS).map((dimension) => [dimension, 0]));
}
