/** The relevant parts of a harness's event, independent of its naming. */
export interface RecordedEvent {
  readonly harness: string;
  readonly session: string | undefined;
  readonly transcript: string | undefined;
  /** The parent session, if `tack reconcile` found it in a path. */
  readonly parent: string | undefined;
  /** As spelled by the harness. */
  readonly name: string;
  /** A turn or the session has ended: the current transcript should be complete. */
  readonly ends: boolean;
}

type Payload = Readonly<Record<string, unknown>>;

/** The event name that `tack reconcile` uses for sessions found on disk. */
export const RECOVERY = "CrashRecovery";

const ENDINGS = new Set([
  RECOVERY.toLowerCase(),
  "stop",
  "sessionend",
  "agentstop",
  "afteragent",
  "taskcomplete",
  "sessionshutdown",
  "postcascaderesponse",
  "stopfailure",
  "agentend",
]);

export function understandEvent(named: string, argument: string, payload: Payload): RecordedEvent {
  const harness = harnessOf(named, payload);
  const name = textOf(payload, "hook_event_name", "hookEventName", "event", "agent_action_name") ?? argument;
  return {
    harness,
    session: textOf(payload, "session_id", "sessionId", "conversation_id", "conversationId", "taskId", "trajectory_id"),
    transcript: textOf(payload, "transcript_path", "transcriptPath"),
    parent: textOf(payload, "parent_session_id"),
    name,
    ends: ENDINGS.has(name.replaceAll(/[^A-Za-z]/g, "").toLowerCase()),
  };
}

/** Other harnesses read Claude Code's settings too, and run our hook under its name. Their payload identifies them. */
function harnessOf(named: string, payload: Payload): string {
  if (payload["cursor_version"] !== undefined) return "cursor";
  if (payload["conversationId"] !== undefined && payload["workspacePaths"] !== undefined) return "antigravity";
  const path = textOf(payload, "transcript_path", "transcriptPath")?.replaceAll("\\", "/") ?? "";
  return ROOTS.find(([folder]) => path.includes(folder))?.[1] ?? named;
}

const ROOTS: readonly (readonly [folder: string, harness: string])[] = [
  ["/.claude/projects/", "claude-code"],
  ["/.cursor/projects/", "cursor"],
  ["/.codex/sessions/", "codex"],
  ["/.copilot/session-state/", "copilot-cli"],
  ["/.gemini/tmp/", "gemini-cli"],
  ["/.gemini/antigravity", "antigravity"],
  ["/workspaceStorage/", "copilot"],
];

function textOf(payload: Payload, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = payload[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}
