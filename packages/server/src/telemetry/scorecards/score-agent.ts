import { DIMENSIONS } from "@tackroom/contract";
import type { ItemUsage } from "../../registry/index.js";
import { addEvidence, hasDrifted, rounded, scoresOf, totalOf, weakestOf, type Scores } from "../core/scorecard.js";
import { weightsWith } from "../core/weights.js";
import { evidenceByDay, type ScoredSessions } from "../stores/scorecard-store.js";
import { loadWeights } from "../stores/weight-store.js";
import { countRepeatsOf, type CountDeps } from "./count-repeats.js";
import { daysAgo } from "./find-scored-agent.js";

/** The last days, which are compared with those before them (contract §4.4). */
const LATELY_DAYS = 7;
const BEFORE_DAYS = 30;

/** What the metrics of an agent say of how it performs. */
export function createAgentScores(deps: CountDeps): ItemUsage["scoresOf"] {
  return async (agentId, days) => {
    const [lately, before] = [daysAgo(LATELY_DAYS), daysAgo(LATELY_DAYS + BEFORE_DAYS)];
    const from = daysAgo(days);
    await countRepeatsOf(deps, agentId, from < before ? from : before);
    const scoresIn = async (range: Pick<ScoredSessions, "from" | "to">): Promise<Scores> =>
      scoresOf(addEvidence(await evidenceByDay(deps.db, { agentId, ...range })));
    const weights = weightsWith(await loadWeights(deps.db));
    const scores = await scoresIn({ from });
    return {
      averages: averagesOf(scores),
      weakest: weakestOf(scores, weights),
      hasDrifted: hasDrifted(
        totalOf(await scoresIn({ from: lately }), weights),
        totalOf(await scoresIn({ from: before, to: lately }), weights),
      ),
    };
  };
}

function averagesOf(scores: Scores): Record<string, number> | null {
  const known = DIMENSIONS.flatMap((dimension) => {
    const score = rounded(scores[dimension].score);
    return score === null ? [] : [[dimension, score] as const];
  });
  return known.length === 0 ? null : Object.fromEntries(known);
}
