import { expect, test } from "vitest";
import { readOne, readSession, spent, told } from "../testing/transcripts.js";

const HEADER = {
  sessionId: "9b1e",
  projectHash: "3f",
  startTime: "2026-08-20T13:00Z",
  lastUpdated: "2026-08-20T13:00Z",
  kind: "main",
};
const PROMPT = { id: "g1", timestamp: "2026-08-20T13:00:01Z", type: "user", content: [{ text: "open issues?" }] };
const RESPONSE = [{ functionResponse: { id: "q1", name: "list_issues", response: { output: "four" } } }];
const TOKENS = { input: 800, output: 20, cached: 500, thoughts: 60, tool: 7, total: 887 };

function answer(rest: object): object {
  return {
    id: "g2",
    timestamp: "2026-08-20T13:00:05Z",
    type: "gemini",
    content: "Four.",
    model: "gemini-x-pro",
    ...rest,
  };
}

const CALL = { id: "q1", name: "list_issues", args: { state: "open" } };

test("a message that is appended again with its calls and tokens is shown and paid for once", () => {
  const session = [
    HEADER,
    PROMPT,
    answer({ thoughts: [{ subject: "Plan", description: "Ask." }], tokens: { ...TOKENS, output: 10 } }),
    answer({
      thoughts: [{ subject: "Plan", description: "Ask." }],
      toolCalls: [{ ...CALL, status: "executing" }],
      tokens: TOKENS,
    }),
    answer({
      thoughts: [{ subject: "Plan", description: "Ask." }],
      toolCalls: [{ ...CALL, status: "success", result: RESPONSE }],
      tokens: TOKENS,
    }),
    { $set: { lastUpdated: "2026-08-20T13:00:05Z" } },
  ];
  const model = "gemini-x-pro";
  expect(told("gemini-cli", session)).toEqual([
    { kind: "user", text: "open issues?" },
    { kind: "thinking", text: "Plan\nAsk.", model },
    { kind: "assistant", text: "Four.", model },
    { kind: "tool_call", toolName: "list_issues", toolCallId: "q1", toolInput: { state: "open" }, model },
    { kind: "tool_result", toolName: "list_issues", toolCallId: "q1", toolOutput: "four" },
  ]);
  expect(spent("gemini-cli", session)).toEqual({ input: 307, output: 80, cacheRead: 500 });
  expect(readSession("gemini-cli", session).map(({ outcome }) => outcome)).toEqual([
    "ignored",
    "rendered",
    "rendered",
    "rendered",
    "rendered",
    "ignored",
  ]);
});

test("a chat of before there were lines", () => {
  const chat = {
    ...HEADER,
    messages: [PROMPT, answer({ tokens: TOKENS, toolCalls: [{ ...CALL, status: "error", resultDisplay: "403" }] })],
  };
  expect(told("gemini-cli", [chat])).toMatchObject([
    { kind: "user" },
    { kind: "assistant" },
    { kind: "tool_call" },
    { kind: "tool_result", isError: true, toolOutput: "403" },
  ]);
  expect(spent("gemini-cli", [chat, chat])).toEqual({ input: 307, output: 80, cacheRead: 500 });
});

test.each([
  ["error", "error"],
  ["info", "system"],
  ["warning", "system"],
])("a message of type %s is %s", (type, kind) => {
  expect(readOne("gemini-cli", { id: "x", type, content: "Quota" }).events).toMatchObject([{ kind, text: "Quota" }]);
});

test("function responses in the user's place are no prompt", () => {
  expect(readOne("gemini-cli", { id: "x", type: "user", content: RESPONSE }).events).toEqual([]);
});

test("a rewind is shown", () => {
  expect(told("gemini-cli", [{ $rewindTo: "g1" }])).toMatchObject([{ kind: "system" }]);
});
