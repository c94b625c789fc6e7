import { DIMENSIONS, type Dimension } from "@tackroom/contract";
import type { Weights } from "./weights.js";

/** What sessions contribute: sums, so that those of several days or versions can be added. */
export interface Evidence {
  readonly sessions: number;
  readonly calls: number;
  readonly failures: number;
  /** Calls of the sessions whose repeated calls are known; of those that were purged nobody can tell. */
  readonly compared_calls: number;
  readonly repeats: number;
  readonly goal_ratings: number;
  readonly goal_points: number;
  readonly grounding_ratings: number;
  readonly grounding_points: number;
  readonly thought_ratings: number;
  readonly thought_points: number;
  readonly reports: number;
  readonly penalties: number;
}

export const NO_EVIDENCE: Evidence = {
  sessions: 0,
  calls: 0,
  failures: 0,
  compared_calls: 0,
  repeats: 0,
  goal_ratings: 0,
  goal_points: 0,
  grounding_ratings: 0,
  grounding_points: 0,
  thought_ratings: 0,
  thought_points: 0,
  reports: 0,
  penalties: 0,
};

const NAMES = Object.keys(NO_EVIDENCE) as readonly (keyof Evidence)[];

export function addEvidence(parts: readonly Evidence[]): Evidence {
  const sum = (name: keyof Evidence): number => parts.reduce((total, part) => total + part[name], 0);
  return Object.fromEntries(NAMES.map((name) => [name, sum(name)])) as unknown as Evidence;
}

export interface Scored {
  /** 0..100, not rounded; null without evidence. */
  readonly score: number | null;
  readonly evidence: number;
}

export type Scores = Readonly<Record<Dimension, Scored>>;

export function scoresOf(evidence: Evidence): Scores {
  const { calls, failures, compared_calls, repeats, reports, penalties } = evidence;
  return {
    goal_completion: mean(evidence.goal_points, evidence.goal_ratings),
    tool_efficiency: without(repeats, compared_calls),
    tool_failures: without(failures, calls),
    factual_grounding: mean(evidence.grounding_points, evidence.grounding_ratings),
    thought_process: mean(evidence.thought_points, evidence.thought_ratings),
    adversarial_robustness: without(penalties, reports),
  };
}

const mean = (points: number, count: number): Scored => ({
  score: count === 0 ? null : clamp(points / count),
  evidence: count,
});

const without = (bad: number, count: number): Scored => ({
  score: count === 0 ? null : clamp(100 * (1 - bad / count)),
  evidence: count,
});

/** A result may come without its call, where the beginning of a session is missing: then more calls failed than were made. */
const clamp = (score: number): number => Math.min(100, Math.max(0, score));

/** Over the dimensions that have a score and a weight; null when none has both. */
export function totalOf(scores: Scores, weights: Weights): number | null {
  const counted = DIMENSIONS.flatMap((dimension) => {
    const { score } = scores[dimension];
    return score === null || weights[dimension] === 0 ? [] : [{ score, weight: weights[dimension] }];
  });
  if (counted.length === 0) return null;
  const weight = counted.reduce((sum, each) => sum + each.weight, 0);
  return clamp(counted.reduce((sum, each) => sum + each.score * each.weight, 0) / weight);
}

export const rounded = (score: number | null): number | null => (score === null ? null : Math.round(score * 100) / 100);

/** The lowest of the dimensions that count; of equal ones the first in the order of the contract. */
export function weakestOf(scores: Scores, weights: Weights): Dimension | null {
  let weakest: { readonly dimension: Dimension; readonly score: number } | null = null;
  for (const dimension of DIMENSIONS) {
    const { score } = scores[dimension];
    if (score === null || weights[dimension] === 0) continue;
    if (weakest === null || score < weakest.score) weakest = { dimension, score };
  }
  return weakest?.dimension ?? null;
}

/** Points by which a total must have fallen. */
const DRIFT = 10;

/** Whether an agent has become worse; null when either time has no total to compare. */
export function hasDrifted(lately: number | null, before: number | null): boolean | null {
  if (lately === null || before === null) return null;
  // To the two decimals that people see: 79.999999 is 80 to them.
  return (rounded(before) ?? 0) - (rounded(lately) ?? 0) >= DRIFT;
}

/** Why a dimension has no score, and what would give it one. */
export function reasonOf(dimension: Dimension, { days, sessions, calls }: WhyNone): string {
  const lately = `in the last ${days} ${days === 1 ? "day" : "days"}`;
  if (sessions === 0) {
    return `No session of this agent was recorded ${lately}. Install it with tack, which records its sessions, and use it.`;
  }
  const rated = RATED[dimension];
  if (rated !== undefined) {
    return (
      `No session of this agent was rated for ${rated} ${lately}. ` +
      "Rate sessions on their page, or with tack api POST /api/v1/sessions/{id}/ratings."
    );
  }
  if (dimension === "adversarial_robustness") {
    return `No session of this agent met a canary ${lately}. An admin can plant one with POST /api/v1/admin/canaries.`;
  }
  if (calls === 0)
    return `No session of this agent called a tool ${lately}. The score appears with its first tool call.`;
  return `The sessions that called tools ${lately} were purged, so that their calls can no longer be compared. New sessions will be.`;
}

interface WhyNone {
  readonly days: number;
  readonly sessions: number;
  readonly calls: number;
}

const RATED: Partial<Readonly<Record<Dimension, string>>> = {
  goal_completion: "goal completion",
  factual_grounding: "factual grounding",
  thought_process: "its thought process",
};
