import { expect, test } from "vitest";
import { readOne, spent, told } from "../testing/transcripts.js";

test("zed: a thread that is exported again only tells what is new, and counts what it grew", () => {
  const user = { User: { id: "u1", content: [{ Mention: { uri: "file:///a" } }, { Text: "Generate code" }] } };
  const use = { ToolUse: { id: "t1", name: "edit_file", input: { path: "a" } } };
  const agent = {
    Agent: {
      content: [{ Thinking: { text: "Hm." } }, { Text: "Sure." }, use],
      tool_results: { t1: { tool_use_id: "t1", tool_name: "edit_file", is_error: true, content: { Text: "denied" } } },
    },
  };
  const thread = (messages: object[], input: number) => ({
    id: "th-1",
    parent_id: "th-0",
    updated_at: "2026-08-20T14:00:00Z",
    data_type: "json",
    data: JSON.stringify({
      messages,
      model: { provider: "p", model: "sonnet-x" },
      request_token_usage: { u1: { input_tokens: input, output_tokens: 5 } },
    }),
  });
  const session = [thread([user], 100), thread([user, agent], 150)];
  expect(told("zed", session)).toEqual([
    { kind: "system", text: "Generate code" },
    { kind: "thinking", text: "Hm.", model: "sonnet-x" },
    { kind: "assistant", text: "Sure.", model: "sonnet-x" },
    { kind: "tool_call", toolName: "edit_file", toolCallId: "t1", toolInput: { path: "a" }, model: "sonnet-x" },
    { kind: "tool_result", toolName: "edit_file", toolCallId: "t1", toolOutput: "denied", isError: true },
  ]);
  expect(spent("zed", session)).toEqual({ input: 150, output: 5 });
  expect(readOne("zed", thread([user], 1)).parentSessionId).toBe("th-0");
});

test("zed: threads of before the agent was rewritten, and single messages", () => {
  const legacy = {
    id: "th-2",
    data: {
      messages: [
        {
          role: "assistant",
          segments: [
            { type: "thinking", text: "Hm." },
            { type: "text", text: "Hi." },
          ],
          tool_uses: [],
          tool_results: [],
        },
      ],
      cumulative_token_usage: { input_tokens: 7, output_tokens: 1 },
      request_token_usage: { u: { input_tokens: 3 } },
    },
  };
  expect(told("zed", [legacy]).map(({ kind }) => kind)).toEqual(["thinking", "assistant"]);
  expect(spent("zed", [legacy])).toEqual({ input: 7, output: 1 });
  expect(told("zed", [{ User: { content: [{ Text: "hello" }] } }])).toEqual([{ kind: "user", text: "hello" }]);
});

test("amp: a thread, with credits", () => {
  const thread = {
    id: "T-1",
    created: 1_787_212_800_000,
    messages: [
      { role: "user", content: [{ type: "text", text: "fix ci" }], meta: { sentAt: 1_787_212_800_500 } },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Make." },
          { type: "tool_use", id: "x1", name: "Bash", input: { cmd: "make" } },
        ],
        usage: {
          model: "sonnet-x",
          inputTokens: 9,
          outputTokens: 20,
          cacheReadInputTokens: 4,
          cacheCreationInputTokens: 3,
        },
      },
      {
        role: "user",
        content: [{ type: "tool_result", toolUseID: "x1", run: { status: "error", error: { message: "exit 2" } } }],
      },
      { role: "assistant", content: [{ type: "text", text: "Broken." }], state: { type: "cancelled" } },
    ],
    usageLedger: { events: [{ credits: 1.5 }, { credits: 0.25 }] },
  };
  expect(told("amp", [thread])).toEqual([
    { kind: "user", text: "fix ci" },
    { kind: "thinking", text: "Make.", model: "sonnet-x" },
    { kind: "tool_call", toolName: "Bash", toolCallId: "x1", toolInput: { cmd: "make" }, model: "sonnet-x" },
    { kind: "tool_result", toolName: "Bash", toolCallId: "x1", toolOutput: "exit 2", isError: true },
    { kind: "assistant", text: "Broken.", model: "sonnet-x" },
    { kind: "error", isError: true, text: "The turn was cancelled." },
  ]);
  expect(spent("amp", [thread, thread])).toEqual({ input: 9, output: 20, cacheRead: 4, cacheWrite: 3, credits: 1.75 });
});

test("amp: single messages", () => {
  const message = {
    messageId: 3,
    role: "assistant",
    content: [{ type: "text", text: "Hi." }],
    usage: { model: "m", inputTokens: 2, outputTokens: 1, credits: 0.5 },
  };
  expect(told("amp", [message])).toEqual([{ kind: "assistant", text: "Hi.", model: "m" }]);
  expect(spent("amp", [message, message])).toEqual({ input: 2, output: 1, credits: 0.5 });
});

const PROMPT = { role: "user", content: [{ type: "text", text: "Search the code" }] };

test.each([
  [
    "goose",
    [
      { row: "sessions", id: "s", session_type: "sub_agent" },
      { row: "messages", ...PROMPT },
    ],
  ],
  ["amp", [{ id: "T-2", mainThreadID: "T-1", messages: [PROMPT] }]],
  ["copilot-cli", [{ type: "user.message", agentId: "ag-1", data: { content: "Search the code" } }]],
] as const)("%s: what a model asks a subagent is not a person's prompt", (harness, session) => {
  expect(told(harness, session)).toEqual([{ kind: "system", text: "Search the code" }]);
});
