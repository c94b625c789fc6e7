import { expect, test } from "vitest";
import { readSession, spent, told } from "../testing/transcripts.js";

test("OpenCode: rows of messages and parts", () => {
  const session = [
    { row: "session", id: "ses_2", parent_id: "ses_1", agent: "explore", directory: "/w" },
    {
      row: "message",
      id: "msg_1",
      session_id: "ses_2",
      data: { role: "user", time: { created: 1_787_212_801_000 }, model: { modelID: "sonnet-x" } },
    },
    { row: "part", id: "prt_1", message_id: "msg_1", data: { type: "text", text: "add --json" } },
    {
      row: "part",
      id: "prt_2",
      message_id: "msg_1",
      data: { type: "text", text: "Called the Read tool", synthetic: true },
    },
    {
      row: "part",
      id: "prt_3",
      data: JSON.stringify({ type: "reasoning", text: "Simple.", time: { start: 1_787_212_802_000 } }),
    },
    { row: "part", id: "prt_4", data: { type: "text", text: "Adding.", time: { start: 1_787_212_802_000 } } },
    { row: "part", id: "prt_5", data: { type: "step-finish", cost: 1, tokens: { input: 900, output: 100 } } },
  ];
  expect(told("opencode", session)).toEqual([
    // A session with a parent was prompted by the model of that one.
    { kind: "system", text: "add --json" },
    { kind: "system", text: "Called the Read tool" },
    { kind: "thinking", text: "Simple.", model: "sonnet-x" },
    { kind: "assistant", text: "Adding.", model: "sonnet-x" },
  ]);
  expect(readSession("opencode", session)[0]).toMatchObject({ parentSessionId: "ses_1", subagent: "explore" });
  expect(spent("opencode", session)).toEqual({});
});

test("OpenCode: a tool's row that is rewritten while it runs is one call and one result", () => {
  const part = (state: object) => ({
    row: "part",
    id: "prt_1",
    data: { type: "tool", callID: "call_1", tool: "edit", state },
  });
  const time = { start: 1_787_212_803_000, end: 1_787_212_803_400 };
  const session = [
    part({ status: "pending", input: {} }),
    part({ status: "running", input: { filePath: "a.ts" }, time: { start: time.start } }),
    part({ status: "error", input: { filePath: "a.ts" }, error: "no match", time }),
    part({ status: "error", input: { filePath: "a.ts" }, error: "no match", time }),
  ];
  expect(told("opencode", session)).toEqual([
    { kind: "tool_call", toolName: "edit", toolCallId: "call_1", toolInput: {} },
    {
      kind: "tool_result",
      toolName: "edit",
      toolCallId: "call_1",
      toolOutput: "no match",
      isError: true,
      latencyMs: 400,
    },
  ]);
});

test("OpenCode: a message that grows is paid for once", () => {
  const message = (output: number, cost: number) => ({
    row: "message",
    id: "msg_2",
    data: {
      role: "assistant",
      modelID: "sonnet-x",
      cost,
      tokens: { input: 900, output, reasoning: 5, cache: { read: 4000, write: 200 } },
    },
  });
  expect(spent("opencode", [message(20, 0.25), message(120, 0.5)])).toEqual({
    input: 900,
    output: 125,
    cacheRead: 4000,
    cacheWrite: 200,
    costUsd: 0.5,
  });
});

test("OpenCode: documents of the JSON tree, and an aborted message", () => {
  const session = [
    {
      id: "msg_1",
      sessionID: "s",
      role: "assistant",
      modelID: "m",
      error: { name: "MessageAbortedError", data: { message: "Aborted" } },
    },
    { id: "prt_1", sessionID: "s", messageID: "msg_0", type: "text", text: "hi" },
  ];
  expect(told("opencode", session)).toEqual([
    { kind: "error", isError: true, text: "Aborted" },
    { kind: "user", text: "hi" },
  ]);
});

test("OpenCode 2: whole messages", () => {
  const row = (id: string, type: string, data: object) => ({ row: "session_message", id, type, session_id: "s", data });
  const tool = {
    type: "tool",
    id: "call_1",
    name: "read",
    state: { status: "error", input: { path: "x" }, error: { type: "tool.execution", message: "File not found" } },
    time: { created: 1_790_118_245_000, ran: 1_790_118_246_000, completed: 1_790_118_246_028 },
  };
  const session = [
    row("m1", "user", { text: "read x", time: { created: 1_790_118_243_198 } }),
    row("m2", "assistant", {
      model: { id: "big-pickle" },
      content: [{ type: "reasoning", text: "Read." }, { type: "text", text: "Reading." }, tool],
      tokens: { input: 8336, output: 366, reasoning: 0, cache: { read: 256, write: 0 } },
      error: { type: "provider", message: "overloaded" },
    }),
    row("m3", "idle", { outcome: "failed" }),
  ];
  expect(told("opencode", session)).toEqual([
    { kind: "user", text: "read x" },
    { kind: "thinking", text: "Read.", model: "big-pickle" },
    { kind: "assistant", text: "Reading.", model: "big-pickle" },
    { kind: "tool_call", toolName: "read", toolCallId: "call_1", toolInput: { path: "x" }, model: "big-pickle" },
    {
      kind: "tool_result",
      toolName: "read",
      toolCallId: "call_1",
      toolOutput: "File not found",
      isError: true,
      latencyMs: 28,
    },
    { kind: "error", isError: true, text: "overloaded" },
  ]);
  expect(spent("opencode", session)).toEqual({ input: 8336, output: 366, cacheRead: 256 });
});

const GOOSE_CALL = {
  type: "toolRequest",
  id: "r1",
  toolCall: { status: "success", value: { name: "developer__shell", arguments: { command: "python plot.py" } } },
};

test("goose: rows, with results in the user's place", () => {
  const row = (id: number, role: string, seconds: number, content: object[]) => ({
    row: "messages",
    id,
    role,
    created_timestamp: 1_787_212_800 + seconds,
    content_json: JSON.stringify(content),
    metadata_json: {
      userVisible: true,
      usage: { inputTokens: 10, outputTokens: 2, cost: 0.5 },
      inference: { resolvedModel: "gpt-x" },
    },
  });
  const result = {
    type: "toolResponse",
    id: "r1",
    toolResult: { status: "success", value: { content: [{ type: "text", text: "saved" }], isError: true } },
  };
  const session = [
    {
      row: "sessions",
      id: "20260820_3",
      working_dir: "/w/ml",
      model_config_json: { model_name: "gpt-x" },
      accumulated_total_tokens: 1500,
    },
    { ...row(41, "user", 0, [{ type: "text", text: "plot losses" }]), metadata_json: "{}" },
    row(42, "assistant", 3, [{ type: "thinking", thinking: "Plot." }, GOOSE_CALL]),
    { ...row(43, "user", 6, [result]), metadata_json: null },
    { ...row(44, "user", 7, [{ type: "text", text: "Context was shortened" }]), metadata_json: { userVisible: false } },
  ];
  expect(told("goose", session)).toEqual([
    { kind: "user", text: "plot losses" },
    { kind: "thinking", text: "Plot.", model: "gpt-x" },
    {
      kind: "tool_call",
      toolName: "developer__shell",
      toolCallId: "r1",
      toolInput: { command: "python plot.py" },
      model: "gpt-x",
    },
    {
      kind: "tool_result",
      toolName: "developer__shell",
      toolCallId: "r1",
      toolOutput: "saved",
      isError: true,
      latencyMs: 3000,
    },
    { kind: "system", text: "Context was shortened" },
  ]);
  expect(spent("goose", session)).toEqual({ input: 10, output: 2, costUsd: 0.5 });
});
