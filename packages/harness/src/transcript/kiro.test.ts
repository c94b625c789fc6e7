import { expect, test } from "vitest";
import { readOne, readSession, spent, told } from "../testing/transcripts.js";

test("kiro CLI: messages, and the companion that says the model and the credits", () => {
  const line = (kind: string, content: object[], meta?: object) => ({
    version: "v1",
    kind,
    data: { message_id: "m", content, meta },
  });
  const session = [
    line("Prompt", [{ kind: "text", data: "list the queues" }], { timestamp: 1_787_212_800 }),
    line("AssistantMessage", [
      { kind: "thinking", data: { text: "ls" } },
      { kind: "text", data: "Checking." },
      { kind: "toolUse", data: { toolUseId: "t1", name: "execute_bash", input: { command: "ls q/" } } },
    ]),
    line("ToolResults", [
      {
        kind: "toolResult",
        data: {
          toolUseId: "t1",
          status: "error",
          content: [
            { kind: "text", data: "a b" },
            { kind: "json", data: { code: 1 } },
          ],
        },
      },
    ]),
    {
      session_id: "k1",
      session_state: {
        agent_name: "ops",
        rts_model_state: { model_info: { model_id: "sonnet-x" } },
        conversation_metadata: {
          user_turn_metadatas: [
            { input_token_count: 3, output_token_count: 0, metering_usage: [{ unit: "credit", value: 0.25 }] },
            { metering_usage: [{ unit: "credit", value: 0.5 }] },
          ],
        },
      },
    },
  ];
  expect(told("kiro", session)).toEqual([
    { kind: "user", text: "list the queues" },
    { kind: "thinking", text: "ls" },
    { kind: "assistant", text: "Checking." },
    { kind: "tool_call", toolName: "execute_bash", toolCallId: "t1", toolInput: { command: "ls q/" } },
    { kind: "tool_result", toolName: "execute_bash", toolCallId: "t1", toolOutput: 'a b\n{"code":1}', isError: true },
  ]);
  expect(readSession("kiro", session).at(-1)).toMatchObject({ outcome: "ignored", model: "sonnet-x", subagent: "ops" });
  expect(spent("kiro", [...session, ...session])).toEqual({ input: 3, credits: 0.75 });
});

test("kiro IDE: payloads", () => {
  const line = (payload: object) => ({ id: "i", timestamp: "2026-08-20T09:00:00Z", payload });
  const session = [
    line({ type: "user", content: "deploy" }),
    line({ type: "assistant", content: "Hm.", operationType: "Reasoning" }),
    line({ type: "assistant", content: "Deploying.", operationType: "Say" }),
    line({ type: "tool_call", toolCallId: "t", toolName: "shell", args: { c: 1 } }),
    line({ type: "tool_result", toolCallId: "t", success: false, durationMs: 12.4, content: "denied" }),
    line({ type: "session_metadata", key: "contextUsage", value: 3 }),
    line({ type: "session_metadata", key: "displayError", value: "lost" }),
    line({ type: "turn_end", stopReason: "end_turn" }),
    line({ type: "turn_end", stopReason: "aborted" }),
    line({ type: "tombstone" }),
  ];
  expect(told("kiro", session)).toEqual([
    { kind: "user", text: "deploy" },
    { kind: "thinking", text: "Hm." },
    { kind: "assistant", text: "Deploying." },
    { kind: "tool_call", toolName: "shell", toolCallId: "t", toolInput: { c: 1 } },
    { kind: "tool_result", toolName: "shell", toolCallId: "t", toolOutput: "denied", isError: true, latencyMs: 12 },
    { kind: "error", isError: true, text: "lost" },
    { kind: "error", isError: true, text: "The turn ended: aborted" },
  ]);
  expect(readOne("kiro", line({ type: "teleport" }))).toMatchObject({ known: false, lineType: "teleport" });
});

test("kiro: a row of the older store", () => {
  const history = [
    {
      user: { content: { Prompt: { prompt: "Read the source" } }, timestamp: "2026-05-17T10:00:20Z" },
      assistant: {
        ToolUse: {
          message_id: "a",
          content: "",
          tool_uses: [{ id: "t1", name: "execute_bash", args: { command: "ls" } }],
        },
      },
    },
    {
      user: {
        content: {
          ToolUseResults: { tool_use_results: [{ tool_use_id: "t1", content: [{ Text: "a" }], status: "Error" }] },
        },
      },
      assistant: { Response: { message_id: "b", content: "Done." } },
    },
  ];
  const row = { key: "/w", conversation_id: "c1", value: JSON.stringify({ conversation_id: "c1", history }) };
  expect(told("kiro", [row, row])).toEqual([
    { kind: "user", text: "Read the source" },
    { kind: "tool_call", toolName: "execute_bash", toolCallId: "t1", toolInput: { command: "ls" } },
    { kind: "tool_result", toolName: "execute_bash", toolCallId: "t1", toolOutput: "a", isError: true },
    { kind: "assistant", text: "Done." },
  ]);
});
