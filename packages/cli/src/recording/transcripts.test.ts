import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { HARNESS_IDS } from "@tackroom/harness";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NOT_COVERED, STORED_HARNESSES } from "./stores/export-sessions.js";
import { findTranscript, LINE_FILE_HARNESSES, listTranscripts } from "./transcripts.js";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tack-transcripts-"));
});
afterEach(() => rmSync(home, { recursive: true }));

function write(path: string, content = "{}\n"): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), content);
}
const sessions = (harness: string, platform: NodeJS.Platform = "linux", env = {}): string[] =>
  listTranscripts({ env, home, platform }, harness)
    .map(({ session, parent }) => (parent === undefined ? session : `${session} of ${parent}`))
    .toSorted();

const UUID = "0199aaaa-1111-7222-8333-444455556666";

test.each([
  ["claude-code", ".claude/projects/-w-shop/5e0c.jsonl", "5e0c"],
  ["claude-code", ".claude/projects/-w-shop/5e0c/subagents/agent-7.jsonl", "agent-7 of 5e0c"],
  ["codex", `.codex/sessions/2026/08/20/rollout-2026-08-20T10-00-00-${UUID}.jsonl`, UUID],
  ["codex", `.codex/archived_sessions/rollout-2026-08-20T10-00-00-${UUID}.jsonl`, UUID],
  ["cursor", ".cursor/projects/w-shop/agent-transcripts/c1/c1.jsonl", "c1"],
  ["cursor", ".cursor/projects/w-shop/agent-transcripts/c1/subagents/c2.jsonl", "c2 of c1"],
  ["kiro", ".kiro/sessions/cli/k1.jsonl", "k1"],
  ["kiro", ".kiro/sessions/hash/k2/messages.jsonl", "k2"],
  ["copilot-cli", ".copilot/session-state/cc11/events.jsonl", "cc11"],
  ["copilot", ".config/Code/User/workspaceStorage/h/chatSessions/77aa.jsonl", "77aa"],
  ["antigravity", ".gemini/antigravity-cli/brain/g1/.system_generated/logs/transcript.jsonl", "g1"],
  ["pi", ".pi/agent/sessions/--w-game--/2026-08-20T14-00_d2f0.jsonl", "d2f0"],
])("finds the sessions of %s in %s", (harness, path, session) => {
  write(path);
  expect(sessions(harness)).toEqual([session]);
});

test("gemini-cli names the session in the file, and only a piece of it in the file's name", () => {
  write(".gemini/tmp/shop/chats/session-2026-08-20T13-00-9b1e0000.jsonl", '{"sessionId":"9b1e0000-aaaa"}\n{}\n');
  expect(sessions("gemini-cli")).toEqual(["9b1e0000-aaaa"]);
});

test("folders that a variable or the platform names are looked into", () => {
  write("else/projects/p/s.jsonl");
  expect(sessions("claude-code", "linux", { CLAUDE_CONFIG_DIR: join(home, "else") })).toEqual(["s"]);
  write("Library/Application Support/Code/User/workspaceStorage/h/chatSessions/mac.jsonl");
  expect(sessions("copilot", "darwin")).toEqual(["mac"]);
  write("Roaming/Code - Insiders/User/workspaceStorage/h/chatSessions/win.jsonl");
  expect(sessions("copilot", "win32", { APPDATA: join(home, "Roaming") })).toEqual(["win"]);
});

test("what is no transcript is none", () => {
  write(".claude/projects/-w/notes.txt");
  mkdirSync(join(home, ".claude/projects/-w/folder.jsonl"));
  expect(sessions("claude-code")).toEqual([]);
  expect(findTranscript({ env: {}, home, platform: "linux" }, "claude-code", "folder")).toBeUndefined();
});

test("every harness is either read from disk or said not to be", () => {
  const named = new Set([...LINE_FILE_HARNESSES, ...STORED_HARNESSES, ...Object.keys(NOT_COVERED)]);
  expect([...named].toSorted()).toEqual(HARNESS_IDS.toSorted());
});
