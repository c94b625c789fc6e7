import type { Checkpoint } from "../core/checkpoint.js";
import { projectName } from "../core/session-names.js";
import type { Summary } from "../core/summary.js";
import type { SessionRow } from "../stores/session-store.js";

export function checkpointOf(session: SessionRow): Checkpoint {
  return {
    acknowledgedLine: session.acknowledged_line,
    acknowledgedOffset: session.acknowledged_offset,
    generation: session.generation,
    confirmed: session.confirmed,
    highestLine: session.highest_line,
    acknowledgedOnce: session.acknowledged_once,
    purgedBelow: session.purged_below,
  };
}

export function withCheckpoint(session: SessionRow, checkpoint: Checkpoint): SessionRow {
  return {
    ...session,
    acknowledged_line: checkpoint.acknowledgedLine,
    acknowledged_offset: checkpoint.acknowledgedOffset,
    generation: checkpoint.generation,
    confirmed: checkpoint.confirmed,
    highest_line: checkpoint.highestLine,
    acknowledged_once: checkpoint.acknowledgedOnce,
    purged_below: checkpoint.purgedBelow,
  };
}

export function summaryOf(session: SessionRow): Summary {
  const isEmpty = session.line_count === 0;
  return {
    lineCount: session.line_count,
    events: session.events,
    prompts: session.prompts,
    toolCalls: session.tool_calls,
    toolFailures: session.tool_failures,
    errorEvents: session.error_events,
    unreadableLines: session.unreadable_lines,
    usageOnlyLines: session.usage_only_lines,
    usage: session.usage,
    models: session.models,
    startedAt: isEmpty ? null : session.started_at,
    lastEventAt: isEmpty ? null : session.last_event_at,
    names: session.names,
  };
}

export function withSummary(session: SessionRow, summary: Summary): SessionRow {
  return {
    ...session,
    line_count: summary.lineCount,
    events: summary.events,
    prompts: summary.prompts,
    tool_calls: summary.toolCalls,
    tool_failures: summary.toolFailures,
    error_events: summary.errorEvents,
    unreadable_lines: summary.unreadableLines,
    usage_only_lines: summary.usageOnlyLines,
    usage: summary.usage,
    models: summary.models,
    started_at: summary.startedAt ?? session.started_at,
    last_event_at: summary.lastEventAt ?? session.last_event_at,
    names: summary.names,
    project_name: projectName(session.project, summary.names),
  };
}
