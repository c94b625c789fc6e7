import { DEFAULT_WEIGHTS, type Dimension } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import {
  addEvidence,
  hasDrifted,
  NO_EVIDENCE,
  reasonOf,
  rounded,
  scoresOf,
  totalOf,
  weakestOf,
  type Evidence,
} from "./scorecard.js";
import { weightsWith } from "./weights.js";

const evidence = (some: Partial<Evidence>): Evidence => ({ ...NO_EVIDENCE, ...some });
const scored = (some: Partial<Evidence>, dimension: Dimension) => scoresOf(evidence(some))[dimension];

describe("scores", () => {
  test.each<[string, Partial<Evidence>, Dimension, readonly [number | null, number]]>([
    ["no calls", {}, "tool_failures", [null, 0]],
    ["one failure in three", { calls: 3, failures: 1 }, "tool_failures", [66.67, 3]],
    ["only failures", { calls: 2, failures: 2 }, "tool_failures", [0, 2]],
    ["more failures than calls", { calls: 1, failures: 3 }, "tool_failures", [0, 1]],
    ["one repeat in eight", { calls: 9, compared_calls: 8, repeats: 1 }, "tool_efficiency", [87.5, 8]],
    ["only purged calls", { calls: 9 }, "tool_efficiency", [null, 0]],
    ["two ratings", { goal_ratings: 2, goal_points: 125 }, "goal_completion", [62.5, 2]],
    ["a rating of 0", { grounding_ratings: 1 }, "factual_grounding", [0, 1]],
    ["three ratings", { thought_ratings: 3, thought_points: 200 }, "thought_process", [66.67, 3]],
    ["half a penalty in four reports", { reports: 4, penalties: 0.5 }, "adversarial_robustness", [87.5, 4]],
    ["reports without penalty", { reports: 2 }, "adversarial_robustness", [100, 2]],
  ])("with %s", (_what, some, dimension, wanted) => {
    const { score: exact, evidence: found } = scored(some, dimension);
    expect([rounded(exact), found]).toEqual(wanted);
  });
});

describe("the total", () => {
  test.each<[string, Partial<Evidence>, Partial<Record<Dimension, number>>, number | null]>([
    ["nothing", {}, {}, null],
    ["one dimension", { calls: 4, failures: 1 }, {}, 75],
    // (50 · 0.28 + 100 · 0.13) / 0.41
    ["two of them", { goal_ratings: 1, goal_points: 50, calls: 1 }, {}, 65.85],
    ["one that has no weight", { goal_ratings: 1, goal_points: 50, calls: 1 }, { goal_completion: 0 }, 100],
    ["only what has no weight", { calls: 1 }, { tool_failures: 0 }, null],
    // Both are 66.666…; rounded before, the total would be 66.67 all the same, but not of 1/3 and 2/3.
    [
      "thirds",
      { calls: 3, failures: 1, reports: 3, penalties: 2 },
      { tool_failures: 0.5, adversarial_robustness: 0.5 },
      50,
    ],
  ])("of %s", (_what, some, set, total) => {
    expect(rounded(totalOf(scoresOf(evidence(some)), weightsWith(set)))).toBe(total);
  });

  test("is made of exact scores", () => {
    const scores = scoresOf(evidence({ calls: 3, failures: 1, goal_ratings: 3, goal_points: 100 }));
    const exact = ((100 / 3) * 0.28 + (200 / 3) * 0.13) / 0.41;
    expect(totalOf(scores, DEFAULT_WEIGHTS)).toBeCloseTo(exact, 10);
  });
});

test("the weakest dimension is the lowest that counts", () => {
  const scores = scoresOf(
    evidence({ calls: 2, failures: 1, compared_calls: 4, repeats: 3, goal_ratings: 1, goal_points: 50 }),
  );
  expect(weakestOf(scores, DEFAULT_WEIGHTS)).toBe("tool_efficiency");
  expect(weakestOf(scores, weightsWith({ tool_efficiency: 0 }))).toBe("goal_completion");
  expect(weakestOf(scoresOf(NO_EVIDENCE), DEFAULT_WEIGHTS)).toBeNull();
});

test.each([
  [80, 90, true],
  [80.01, 90, false],
  [79.999_999, 90, true],
  [95, 80, false],
  [null, 90, null],
  [80, null, null],
])("from %s after %s, drift is %s", (lately, before, drifted) => {
  expect(hasDrifted(lately, before)).toBe(drifted);
});

test("evidence adds up", () => {
  const sum = addEvidence([
    evidence({ sessions: 1, calls: 2, penalties: 0.5 }),
    evidence({ sessions: 2, calls: 3, penalties: 1 }),
  ]);
  expect(sum).toEqual(evidence({ sessions: 3, calls: 5, penalties: 1.5 }));
  expect(addEvidence([])).toEqual(NO_EVIDENCE);
});

test.each<[Dimension, { days: number; sessions: number; calls: number }, RegExp]>([
  ["tool_failures", { days: 1, sessions: 0, calls: 0 }, /No session .* recorded in the last 1 day\. Install/],
  [
    "goal_completion",
    { days: 30, sessions: 1, calls: 0 },
    /rated for goal completion in the last 30 days\. Rate sessions/,
  ],
  ["adversarial_robustness", { days: 30, sessions: 1, calls: 0 }, /met a canary .* An admin can plant one/],
  ["tool_efficiency", { days: 30, sessions: 1, calls: 0 }, /called a tool/],
  ["tool_efficiency", { days: 30, sessions: 1, calls: 5 }, /purged/],
])("a missing score of %s is explained", (dimension, why, text) => {
  expect(reasonOf(dimension, why)).toMatch(text);
});
