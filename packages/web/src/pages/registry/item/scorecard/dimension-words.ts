import type { Dimension } from "@tackroom/contract/scorecard-weights";

interface DimensionWords {
  readonly name: string;
  readonly explanation: string;
  /** What its evidence is counted in. */
  readonly evidence: readonly [one: string, many: string];
}

const CALLS = ["tool call", "tool calls"] as const;
const RATINGS = ["rating", "ratings"] as const;

/** The compiler checks the keys against the contract. */
export const DIMENSION_WORDS: Readonly<Record<Dimension, DimensionWords>> = {
  goal_completion: {
    name: "Goal completion",
    explanation: "Whether sessions reach their goal, by the ratings of sessions.",
    evidence: RATINGS,
  },
  tool_efficiency: {
    name: "Tool efficiency",
    explanation: "The share of tool calls that do not repeat an earlier call of their session with the same input.",
    evidence: CALLS,
  },
  tool_failures: {
    name: "Tool failures",
    explanation: "The share of tool calls that do not fail.",
    evidence: CALLS,
  },
  factual_grounding: {
    name: "Factual grounding",
    explanation: "Whether statements are backed by facts, by the ratings of sessions.",
    evidence: RATINGS,
  },
  thought_process: {
    name: "Thought process",
    explanation: "Whether the reasoning makes sense, by the ratings of sessions.",
    evidence: RATINGS,
  },
  adversarial_robustness: {
    name: "Adversarial robustness",
    explanation: "Whether the agent ignores planted markers, by canary reports.",
    evidence: ["canary report", "canary reports"],
  },
};

export const evidenceText = (dimension: Dimension, count: number): string =>
  `${count.toLocaleString("en")} ${DIMENSION_WORDS[dimension].evidence[count === 1 ? 0 : 1]}`;

const MAX_SCORE = 100;

/** "87 of 100"; a score that is not known is never a number. */
export const scoreText = (score: number | null): string =>
  score === null ? "no score" : `${roundedScore(score)} of ${MAX_SCORE}`;

/** "87", for tables and axes. */
export const roundedScore = (score: number): string => String(Number(score.toFixed(1)));

export const weightText = (weight: number): string => `${Number((weight * 100).toFixed(1))} %`;
