import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readTranscriptLine } from "@tackroom/harness";
import { afterEach, beforeEach, expect, test } from "vitest";
import { exportSessions } from "./export-sessions.js";

const TASK = ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/42";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tack-cline-"));
});
afterEach(() => rmSync(home, { recursive: true }));

function write(path: string, content: unknown): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const linesNow = (): string[] =>
  exportSessions({ env: {}, home, platform: "linux" }, "cline", 0).transcripts.flatMap(({ path }) =>
    readFileSync(path, "utf8").trimEnd().split("\n"),
  );

/** What the server would show of an export. */
const shown = (): string[] =>
  linesNow()
    .flatMap((line) => readTranscriptLine("cline", line).events)
    .map(({ kind, text, toolName, toolOutput }) => `${kind} ${text ?? toolOutput ?? toolName ?? ""}`);

test("what is still being said is left for later, but not what was left partial", () => {
  const file = write(`${TASK}/ui_messages.json`, [
    { ts: 1, type: "say", say: "text", text: "fix ci" },
    { ts: 2, type: "say", say: "text", text: "Looking", partial: true },
    { ts: 3, type: "say", say: "text", text: "Do", partial: true },
  ]);
  expect(shown()).toEqual(["user fix ci", "assistant Looking"]);
  const anHourAgo = Date.now() / 1000 - 3600;
  utimesSync(file, anHourAgo, anHourAgo);
  expect(shown().at(-1)).toBe("assistant Do");
});

test("entries with the same timestamp are kept apart, so that nothing is exported twice", () => {
  const chunk = (text: string): object => ({ ts: 5, type: "ask", ask: "command_output", text });
  write(`${TASK}/ui_messages.json`, [chunk("one"), chunk("two"), chunk("one"), { ts: 6, type: "say", say: "task" }]);
  const before = linesNow();
  expect(before).toHaveLength(4);
  expect(linesNow()).toEqual(before);
});

test("file tools get their results from the conversation with the model", () => {
  const tool = (ts: number, index: number, call: object): object => ({
    ts,
    type: "say",
    say: "tool",
    text: JSON.stringify(call),
    conversationHistoryIndex: index,
  });
  const text = (words: string): object => ({ type: "text", text: words });
  write(`${TASK}/ui_messages.json`, [
    tool(1, 0, { tool: "readFile", path: "a.ts" }),
    tool(2, 2, { tool: "readFile", path: "b.ts" }),
    tool(3, 2, { tool: "readFile", path: "c.ts" }),
    tool(4, 9, { tool: "readFile", path: "d.ts" }),
  ]);
  write(`${TASK}/api_conversation_history.json`, [
    { role: "user", content: [text("<task>x</task>")] },
    { role: "assistant", content: [text("<read_file>")] },
    { role: "user", content: [text("[read_file for 'a.ts'] Result:"), text("const a = 1;"), text("# Time")] },
    { role: "assistant", content: [] },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "t1", content: "const b = 2;" },
        { type: "tool_result", tool_use_id: "t2", content: [text("const c = 3;")] },
      ],
    },
  ]);
  expect(shown()).toEqual([
    "tool_call readFile",
    "tool_result const a = 1;",
    "tool_call readFile",
    "tool_result const b = 2;",
    "tool_call readFile",
    "tool_result const c = 3;",
    "tool_call readFile",
  ]);
});
