import type { Canary, CanaryReport } from "@tackroom/contract";
import type { NewCanary, ShownReport } from "../stores/canary-store.js";

export function describeCanary({ needle: _needle, created_at, ...canary }: NewCanary): Canary {
  return { ...canary, created_at: created_at.toISOString() };
}

export function describeReport(report: ShownReport): CanaryReport {
  return {
    trace_id: report.session,
    session_id: report.session_id,
    line: report.line,
    detected_at: report.detected_at.toISOString(),
    canary_id: report.canary,
    canary_type: report.canary_type,
    canary_value: report.canary_value,
    injection_point: report.injection_point,
    agent_behavior: report.agent_behavior,
    penalty_applied: report.penalty,
    evidence: report.evidence,
  };
}
