import { expect, test } from "vitest";
import { readOne, readSession, spent, told } from "../testing/transcripts.js";

function entry(id: string, second: number, message: object): object {
  return { type: "message", id, parentId: null, timestamp: `2026-08-20T14:00:0${String(second)}Z`, message };
}

const USAGE = {
  input: 400,
  output: 30,
  cacheRead: 5,
  cacheWrite: 6,
  totalTokens: 441,
  cost: { input: 0.25, total: 0.5 },
};
const CALL = { type: "toolCall", id: "p1", name: "read", arguments: { path: "p.ts" } };

test("a session, of which every branch was paid for", () => {
  const reply = { role: "assistant", provider: "anthropic", model: "sonnet-x", usage: USAGE, stopReason: "toolUse" };
  const session = [
    {
      type: "session",
      version: 3,
      id: "d2",
      timestamp: "2026-08-20T14:00Z",
      cwd: "/w",
      parentSession: "/s/2026-08-20_0199-ab.jsonl",
    },
    { type: "model_change", id: "0", timestamp: "2026-08-20T14:00:00Z", provider: "anthropic", modelId: "sonnet-w" },
    entry("1", 1, { role: "user", content: "fix jump height" }),
    entry("2", 4, {
      ...reply,
      content: [{ type: "thinking", thinking: "Read." }, { type: "text", text: "Reading." }, CALL],
    }),
    entry("3", 6, {
      role: "toolResult",
      toolCallId: "p1",
      toolName: "read",
      content: [{ type: "text", text: "const h=1" }],
      isError: false,
    }),
    entry("4", 7, { ...reply, content: [], stopReason: "error", errorMessage: "overloaded" }),
    entry("5", 8, { role: "bashExecution", command: "ls", output: "p.ts", exitCode: 0 }),
    { type: "compaction", id: "6", timestamp: "2026-08-20T14:00:09Z", summary: "Jumps." },
  ];
  expect(told("pi", session)).toEqual([
    { kind: "user", text: "fix jump height" },
    { kind: "thinking", text: "Read.", model: "sonnet-x" },
    { kind: "assistant", text: "Reading.", model: "sonnet-x" },
    { kind: "tool_call", toolName: "read", toolCallId: "p1", toolInput: { path: "p.ts" }, model: "sonnet-x" },
    { kind: "tool_result", toolName: "read", toolCallId: "p1", toolOutput: "const h=1", latencyMs: 2000 },
    { kind: "error", isError: true, text: "overloaded" },
    { kind: "system", text: "$ ls\np.ts" },
    { kind: "system", text: "Jumps." },
  ]);
  expect(spent("pi", session)).toEqual({ input: 800, output: 60, cacheRead: 10, cacheWrite: 12, costUsd: 1 });
  expect(readSession("pi", session)[0]?.parentSessionId).toBe("0199-ab");
  expect(readSession("pi", session)[2]?.model).toBe("sonnet-w");
});

test("an aborted turn is an error", () => {
  const line = entry("1", 1, { role: "assistant", content: [], stopReason: "aborted" });
  expect(told("pi", [line])).toEqual([{ kind: "error", isError: true, text: "The turn ended: aborted" }]);
  expect(readOne("pi", entry("1", 1, { role: "oracle" }))).toMatchObject({ known: false, lineType: "message.oracle" });
});
