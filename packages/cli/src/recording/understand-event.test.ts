import { expect, test } from "vitest";
import { understandEvent } from "./understand-event.js";

test.each([
  ["claude-code", "", { session_id: "s", hook_event_name: "Stop", transcript_path: "/h/.claude/projects/p/s.jsonl" }],
  ["cursor", "", { conversation_id: "s", hook_event_name: "stop", cursor_version: "2.0", transcript_path: null }],
  [
    "antigravity",
    "Stop",
    { conversationId: "s", workspacePaths: ["/w"], transcriptPath: "/h/.gemini/antigravity-cli/x" },
  ],
  ["copilot-cli", "", { sessionId: "s", hookEventName: "agentStop" }],
  ["gemini-cli", "", { session_id: "s", hook_event_name: "AfterAgent" }],
  ["goose", "", { session_id: "s", event: "Stop" }],
  ["windsurf", "", { trajectory_id: "s", agent_action_name: "post_cascade_response" }],
  ["cline", "TaskComplete", { taskId: "s" }],
])("the end of a turn of %s is understood", (harness, argument, payload) => {
  expect(understandEvent(harness, argument, payload)).toMatchObject({ harness, session: "s", ends: true });
});

test.each([
  [{ cursor_version: "2.0" }, "cursor"],
  [{ conversationId: "c", workspacePaths: [] }, "antigravity"],
  [{ transcript_path: "C:\\Users\\a\\.copilot\\session-state\\s\\events.jsonl" }, "copilot-cli"],
  [{ transcript_path: "/h/.config/Code/User/workspaceStorage/x/s.jsonl" }, "copilot"],
  [{ transcript_path: "/somewhere/else.jsonl" }, "claude-code"],
])("another harness that runs Claude Code's hooks gives itself away by %j", (payload, harness) => {
  expect(understandEvent("claude-code", "", payload).harness).toBe(harness);
});

test("a prompt is not the end, and a payload without anything is no session", () => {
  expect(understandEvent("codex", "", { session_id: "s", hook_event_name: "UserPromptSubmit" }).ends).toBe(false);
  expect(understandEvent("kiro", "", {})).toMatchObject({ session: undefined, transcript: undefined, name: "" });
});
