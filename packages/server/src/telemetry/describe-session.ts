import type { Session } from "@tackroom/contract";
import type { Settings } from "../settings/index.js";
import { costOf } from "./core/prices.js";
import type { ModelUsage } from "./core/summary.js";
import type { SessionRow } from "./session-store.js";

export function describeSession(session: SessionRow, settings: Pick<Settings, "get">): Session {
  const isEmpty = session.line_count === 0;
  return {
    session_id: session.session_id,
    harness: session.harness,
    project: session.project,
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
    cost_usd: costOf(session.usage, settings.get("telemetry.model_prices")),
    tokens: tokensOf(Object.values(session.usage)),
    integrity: {
      ok: session.integrity_ok,
      server_hash: session.server_hash,
      repair_from_line: session.repair_from_line,
      checked_at: session.checked_at,
    },
  };
}

export function tokensOf(usages: readonly Omit<ModelUsage, "costUsd">[]): Session["tokens"] {
  const sum = (pick: (usage: Omit<ModelUsage, "costUsd">) => number): number =>
    usages.reduce((total, usage) => total + pick(usage), 0);
  const [input, output] = [sum((usage) => usage.input), sum((usage) => usage.output)];
  const [cache_read, cache_write] = [sum((usage) => usage.cacheRead), sum((usage) => usage.cacheWrite)];
  return { input, output, cache_read, cache_write, total: input + output + cache_read + cache_write };
}
