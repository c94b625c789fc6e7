import { roleSuffices, type ScorecardSession } from "@tackroom/contract";
import { page, type Answer, type CallContext, type Caller } from "../../platform/http/index.js";
import { rounded } from "../core/scorecard.js";
import { listEvidence, type ScoredSessions, type SessionEvidence } from "../stores/scorecard-store.js";
import { countRepeatsOf, type CountDeps } from "./count-repeats.js";
import { daysAgo, findScoredAgent } from "./find-scored-agent.js";
import type { ScorecardQuestion } from "./get-scorecard.js";

interface SessionsQuestion extends ScorecardQuestion {
  readonly day?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** `GET /agents/{id}/scorecard/sessions`: all that are behind the scorecard, or behind one day or version of it. */
export async function listScorecardSessions(
  deps: CountDeps,
  { id, days, version, day, limit, offset }: SessionsQuestion,
  context: CallContext,
): Promise<Answer<ScorecardSession[]>> {
  const { id: agentId } = await findScoredAgent(deps.db, id, context);
  const from = daysAgo(days);
  await countRepeatsOf(deps, agentId, from);
  const asked = { agentId, version: version || undefined, ...rangeOf(from, day) };
  const { items, total } = await listEvidence(deps.db, asked, { limit, offset });
  const shown = items.map((each) => describe(each, context.caller));
  return page({ items: shown, total }, { limit, offset }, context.call.url);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The part of the period that is on the day. */
function rangeOf(from: string, day: string | undefined): Pick<ScoredSessions, "from" | "to"> {
  if (day === undefined) return { from };
  const start = new Date(`${day}T00:00:00.000Z`);
  const end = new Date(start.getTime() + DAY_MS);
  return { from: start.toISOString() > from ? start.toISOString() : from, to: end.toISOString() };
}

function describe(session: SessionEvidence, { userId, role }: Caller): ScorecardSession {
  const maySeeWhose = session.user_id === userId || roleSuffices(role, "admin");
  return {
    session_id: session.session_id,
    user_id: maySeeWhose ? session.user_id : null,
    agent_version: session.version,
    harness: session.harness,
    last_event_at: session.last_event_at,
    tool_calls: session.calls,
    tool_failures: session.failures,
    repeated_calls: session.is_compared ? session.repeats : null,
    ratings: {
      ...mean("goal_completion", session.goal_points, session.goal_ratings),
      ...mean("factual_grounding", session.grounding_points, session.grounding_ratings),
      ...mean("thought_process", session.thought_points, session.thought_ratings),
    },
    canary_reports: session.reports,
    canary_penalties: session.penalties,
  };
}

const mean = (name: string, points: number, count: number): Record<string, number> =>
  count === 0 ? {} : { [name]: rounded(points / count) ?? 0 };
