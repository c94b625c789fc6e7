import { DIMENSIONS, type Dimension, type Scorecard } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { addEvidence, reasonOf, rounded, scoresOf, totalOf, type Evidence } from "../core/scorecard.js";
import { weightsWith, type Weights } from "../core/weights.js";
import { evidenceByDay, type DayEvidence } from "../stores/scorecard-store.js";
import { loadWeights } from "../stores/weight-store.js";
import { countRepeatsOf, type CountDeps } from "./count-repeats.js";
import { daysAgo, findScoredAgent } from "./find-scored-agent.js";

export interface ScorecardQuestion {
  readonly id: string;
  readonly days: number;
  readonly version?: string | undefined;
}

/** Versions are what clients say they run; a client that makes them up must not make the answer endless. */
const MAX_VERSIONS = 100;

/** `GET /agents/{id}/scorecard` */
export async function getScorecard(
  deps: CountDeps,
  { id, days, version: wanted }: ScorecardQuestion,
  context: CallContext,
): Promise<Scorecard> {
  const { id: agentId } = await findScoredAgent(deps.db, id, context);
  const [from, version] = [daysAgo(days), wanted || undefined];
  await countRepeatsOf(deps, agentId, from);
  const rows = await evidenceByDay(deps.db, { agentId, from, version });
  const weights = weightsWith(await loadWeights(deps.db));
  const all = addEvidence(rows);
  const scores = scoresOf(all);
  return {
    agent_id: agentId,
    days,
    version: version ?? null,
    sessions: all.sessions,
    total: rounded(totalOf(scores, weights)),
    dimensions: DIMENSIONS.map((dimension) => {
      const { score, evidence } = scores[dimension];
      const reason = score === null ? reasonOf(dimension, { ...all, days }) : null;
      return { dimension, weight: weights[dimension], score: rounded(score), evidence_count: evidence, reason };
    }),
    versions: versionsIn(rows).map(([each, parts]) => ({ version: each, ...partOf(parts, weights) })),
    series: daysIn(rows).map(([day, parts]) => ({ time: `${day}T00:00:00.000Z`, ...partOf(parts, weights) })),
  };
}

type Part = Pick<Scorecard["series"][number], "sessions" | "total" | "scores">;

function partOf(parts: readonly Evidence[], weights: Weights): Part {
  const evidence = addEvidence(parts);
  const scores = scoresOf(evidence);
  const shown = DIMENSIONS.map((dimension) => [dimension, rounded(scores[dimension].score)]);
  return {
    sessions: evidence.sessions,
    total: rounded(totalOf(scores, weights)),
    scores: Object.fromEntries(shown) as Record<Dimension, number | null>,
  };
}

const lastOf = (parts: readonly DayEvidence[]): string =>
  parts.reduce((last, { last_event_at }) => (last_event_at > last ? last_event_at : last), "");

/** Newest activity first. */
function versionsIn(rows: readonly DayEvidence[]): [string | null, DayEvidence[]][] {
  const grouped = groupedBy(rows, ({ version }) => version).map(([version, parts]) => ({
    version,
    parts,
    last: lastOf(parts),
  }));
  return grouped
    .toSorted((a, b) => (a.last < b.last ? 1 : -1))
    .slice(0, MAX_VERSIONS)
    .map(({ version, parts }) => [version, parts]);
}

const daysIn = (rows: readonly DayEvidence[]): [string, DayEvidence[]][] =>
  groupedBy(rows, ({ day }) => day).toSorted(([a], [b]) => (a < b ? -1 : 1));

function groupedBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): [Key, Row[]][] {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups];
}
