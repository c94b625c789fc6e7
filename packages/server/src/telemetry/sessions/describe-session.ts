import type { Session } from "@tackroom/contract";
import { mayLackUsage } from "@tackroom/harness";
import type { Settings } from "../../settings/index.js";
import { redactedStart } from "../../unsafe-text/index.js";
import { costOf, pricesAt } from "../core/prices.js";
import { tokensOf } from "../core/summary.js";
import type { SessionRow } from "../stores/session-store.js";

/** What other rows than the session's own say about it; see `describeSessions`. */
export type SessionSurroundings = Pick<Session, "user_name" | "agent_name" | "subagents" | "active_ms" | "activity">;

export function describeSession(
  session: SessionRow,
  settings: Pick<Settings, "get">,
): Omit<Session, keyof SessionSurroundings> {
  const isEmpty = session.line_count === 0;
  const { names } = session;
  const cost = costOf(session.usage, pricesAt(settings.get("telemetry.model_prices"), session.started_at));
  return {
    session_id: session.session_id,
    harness: session.harness,
    project: withoutSecrets(session.project),
    project_name: withoutSecrets(session.project_name),
    title: names.title?.text ?? null,
    first_prompt: names.firstPrompt?.text ?? null,
    cwd: names.cwd?.text ?? null,
    git_branch: names.gitBranch?.text ?? null,
    user_id: session.user_id,
    agent_id: session.agent_id,
    agent_version: session.agent_version,
    parent_session_id: session.parent_session_id,
    started_at: isEmpty ? null : session.started_at,
    last_event_at: isEmpty ? null : session.last_event_at,
    final: session.final,
    line_count: session.line_count,
    acknowledged_line: session.acknowledged_line,
    acknowledged_offset: session.acknowledged_offset,
    generation: session.generation,
    events: session.events,
    prompts: session.prompts,
    tool_calls: session.tool_calls,
    tool_failures: session.tool_failures,
    unreadable_lines: session.unreadable_lines,
    models: [...session.models],
    total_credits: session.total_credits,
    cost_usd: cost.usd,
    stated_cost_usd: cost.statedUsd,
    unpriced_models: [...cost.unpricedModels],
    tokens: areTokensUnknown(session) ? null : tokensOf(session.usage),
    integrity: {
      ok: session.integrity_ok,
      server_hash: session.server_hash,
      repair_from_line: session.repair_from_line,
      checked_at: session.checked_at,
    },
  };
}

/** Some clients call a project by the address of its repository, and that may hold a password. */
const withoutSecrets = (project: string): string => redactedStart(project, project.length);

/** A transcript that may end without having told what was used has not used nothing. */
function areTokensUnknown({ harness, line_count, usage }: SessionRow): boolean {
  return line_count > 0 && usage.length === 0 && mayLackUsage(harness);
}
