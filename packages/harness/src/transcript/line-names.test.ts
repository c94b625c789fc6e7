import { expect, test } from "vitest";
import type { HarnessId } from "../harnesses.js";
import { readTranscriptLine } from "./read-line.js";

const titled = (text: string, rank: number) => ({ title: { text, rank }, cwd: null, gitBranch: null });
const placed = (cwd: string, gitBranch: string | null = null) => ({ title: null, cwd, gitBranch });

test.each<[HarnessId, object, object]>([
  ["claude-code", { type: "custom-title", customTitle: "Mine", sessionId: "s" }, titled("Mine", 3)],
  ["claude-code", { type: "ai-title", aiTitle: "Fix checkout" }, titled("Fix checkout", 2)],
  ["claude-code", { type: "summary", summary: "Checkout fails", leafUuid: "l" }, titled("Checkout fails", 1)],
  [
    "claude-code",
    { type: "user", cwd: "/w/shop", gitBranch: "main", message: { role: "user", content: "Why?" } },
    placed("/w/shop", "main"),
  ],
  ["claude-code", { type: "user", cwd: "/w/shop", gitBranch: "HEAD", message: {} }, placed("/w/shop")],
  [
    "codex",
    { type: "session_meta", payload: { id: "1", cwd: "/w/api", git: { branch: "dev" } } },
    placed("/w/api", "dev"),
  ],
  ["codex", { type: "turn_context", payload: { cwd: "/w/api/src", model: "gpt-x" } }, placed("/w/api/src")],
  [
    "codex",
    { type: "event_msg", payload: { type: "thread_name_updated", thread_name: "Health" } },
    titled("Health", 3),
  ],
  ["copilot", { kind: 0, v: { sessionId: "s", customTitle: "Router", requests: [] } }, titled("Router", 2)],
  ["copilot", { kind: 1, k: ["customTitle"], v: "Routes" }, titled("Routes", 2)],
  [
    "copilot-cli",
    { type: "session.start", data: { context: { cwd: "/w/web", branch: "main" } } },
    placed("/w/web", "main"),
  ],
  ["copilot-cli", { type: "session.context_changed", data: { cwd: "/w/web", branch: "fix" } }, placed("/w/web", "fix")],
  ["copilot-cli", { type: "session.title_changed", data: { title: "Lint" } }, titled("Lint", 2)],
  [
    "opencode",
    { row: "session", id: "ses_1", title: "Add --json", directory: "/w/cli" },
    { title: { text: "Add --json", rank: 2 }, cwd: "/w/cli", gitBranch: null },
  ],
  [
    "opencode",
    { row: "session", id: "ses_1", title: "New session - 2026-08-20T09:00:00.000Z", directory: "/w" },
    placed("/w"),
  ],
  ["opencode", { row: "message", data: { role: "assistant", path: { cwd: "/w/cli", root: "/w" } } }, placed("/w/cli")],
  ["pi", { type: "session", version: 3, id: "d2", cwd: "/w/game" }, placed("/w/game")],
  ["pi", { type: "session_info", id: "1", name: "Jump height" }, titled("Jump height", 3)],
  ["gemini-cli", { sessionId: "9b", projectHash: "3f", summary: "Open issues" }, titled("Open issues", 2)],
  ["gemini-cli", { $set: { summary: "Open issues" } }, titled("Open issues", 2)],
  [
    "goose",
    { row: "sessions", id: "1", name: "Plot losses", working_dir: "/w/ml" },
    { title: { text: "Plot losses", rank: 2 }, cwd: "/w/ml", gitBranch: null },
  ],
  [
    "kiro",
    { session_id: "k", cwd: "/w/q", title: "Queues", session_state: {} },
    { title: { text: "Queues", rank: 2 }, cwd: "/w/q", gitBranch: null },
  ],
  ["amp", { id: "T-1", title: "Fix CI", messages: [] }, titled("Fix CI", 2)],
  ["zed", { id: "z", summary: "Refactor", data: { messages: [] } }, titled("Refactor", 2)],
])("%s names its session by %j", (harness, line, names) => {
  expect(readTranscriptLine(harness, JSON.stringify(line)).names).toEqual(names);
});

test.each<[HarnessId, object]>([
  ["claude-code", { type: "custom-title" }],
  ["claude-code", { type: "ai-title", aiTitle: 42 }],
  ["claude-code", { type: "user", cwd: "", gitBranch: "", message: {} }],
  ["codex", { type: "session_meta", payload: 3 }],
  ["codex", { type: "response_item", payload: { type: "message", cwd: "/w" } }],
  ["copilot-cli", { type: "session.start", data: [] }],
  ["opencode", { row: "part", data: { type: "text", text: "hello" } }],
  ["gemini-cli", { id: "g1", type: "user", content: "hi", summary: "not a title" }],
  ["cursor", { role: "user", cwd: "/w", message: { content: [] } }],
])("%s names nothing by %j", (harness, line) => {
  expect(readTranscriptLine(harness, JSON.stringify(line)).names).toBeNull();
});
