import { createHash } from "node:crypto";
import { HARNESS_IDS, NO_CONTEXT, parseHarnessId, type HarnessId } from "@tackroom/harness";
import { fieldError } from "../../platform/service-error.js";
import type { SessionRow } from "../stores/session-store.js";

/** Whose and which session it is. */
export interface SessionIdentity {
  readonly userId: string;
  readonly project: string;
  readonly harness: HarnessId;
  readonly sessionId: string;
}

/** The key of a session: deterministic, so that the first batch can compute it without a query. */
export function sessionKey({ userId, project, harness, sessionId }: SessionIdentity): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([userId, project, harness, sessionId]))
    .digest("hex");
  // In the form of a UUID of version 8, which is for ids that an application makes by rules of its own.
  const [a, b, c, d, e] = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(13, 16),
    digest.slice(17, 20),
    digest.slice(20, 32),
  ];
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

/** A session that nothing is stored of. */
export function blankSession(identity: SessionIdentity, now: Date): SessionRow {
  const at = now.toISOString();
  return {
    id: sessionKey(identity),
    user_id: identity.userId,
    project: identity.project,
    harness: identity.harness,
    session_id: identity.sessionId,
    acknowledged_line: -1,
    acknowledged_offset: 0,
    generation: 0,
    confirmed: [],
    highest_line: -1,
    acknowledged_once: -1,
    purged_below: 0,
    purged_summary: null,
    revision: 0,
    lease_holder: null,
    lease_until: null,
    attempt: 0,
    final: false,
    agent_ref: null,
    agent_id: null,
    agent_version: null,
    layer_hash: null,
    parent_session_id: null,
    total_credits: null,
    line_count: 0,
    events: 0,
    prompts: 0,
    tool_calls: 0,
    tool_failures: 0,
    error_events: 0,
    unreadable_lines: 0,
    usage_only_lines: 0,
    usage: [],
    models: [],
    names: {},
    names_read: true,
    activity_counted: true,
    project_name: identity.project,
    started_at: at,
    last_event_at: at,
    received_at: at,
    context: NO_CONTEXT,
    integrity_ok: null,
    server_hash: null,
    repair_from_line: null,
    checked_at: null,
  };
}

export function requireHarness(name: string, path: string): HarnessId {
  const harness = parseHarnessId(name);
  if (!harness) throw fieldError(path, `must be one of ${HARNESS_IDS.join(", ")}`);
  return harness;
}
