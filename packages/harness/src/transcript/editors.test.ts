import { expect, test } from "vitest";
import { spent, told } from "../testing/transcripts.js";

test("cursor: messages lose their wrapping, and a turn that failed is an error", () => {
  const session = [
    {
      role: "user",
      message: {
        content: [{ type: "text", text: "<timestamp>now</timestamp>\n<user_query>\nrename the helper\n</user_query>" }],
      },
    },
    { role: "user", message: { content: [{ type: "text", text: "<attached_files>a.ts</attached_files>" }] } },
    {
      role: "assistant",
      message: {
        content: [
          { type: "text", text: "Searching." },
          { type: "tool_use", name: "Grep", input: { pattern: "oldHelper" } },
        ],
      },
    },
    { type: "turn_ended", status: "completed" },
    { type: "turn_ended", status: "error", error: { message: "rate limited" } },
  ];
  expect(told("cursor", session)).toEqual([
    { kind: "user", text: "rename the helper" },
    { kind: "system", text: "<attached_files>a.ts</attached_files>" },
    { kind: "assistant", text: "Searching." },
    { kind: "tool_call", toolName: "Grep", toolInput: { pattern: "oldHelper" } },
    { kind: "error", isError: true, text: "rate limited" },
  ]);
});

test("cursor: rows of the editor's store", () => {
  const bubble = (value: object) => ({
    key: "bubbleId:c1:b1",
    value: JSON.stringify({ bubbleId: "b1", createdAt: "2026-08-20T09:00:00.000Z", ...value }),
  });
  const tool = {
    name: "read_file",
    toolCallId: "t1",
    status: "error",
    rawArgs: '{"path":"a"}',
    result: '{"error":"gone"}',
  };
  const session = [
    { key: "composerData:c1", value: { modelConfig: { modelName: "gpt-x" }, lastUpdatedAt: 1_787_212_800_000 } },
    bubble({ type: 1, text: "hello" }),
    {
      ...bubble({
        type: 2,
        bubbleId: "b2",
        thinking: { text: "Hm." },
        text: "Hi.",
        toolFormerData: tool,
        tokenCount: { inputTokens: 5, outputTokens: 2 },
      }),
    },
  ];
  expect(told("cursor", session)).toEqual([
    { kind: "user", text: "hello" },
    { kind: "thinking", text: "Hm.", model: "gpt-x" },
    { kind: "assistant", text: "Hi.", model: "gpt-x" },
    { kind: "tool_call", toolName: "read_file", toolCallId: "t1", toolInput: { path: "a" }, model: "gpt-x" },
    { kind: "tool_result", toolName: "read_file", toolCallId: "t1", toolOutput: '{"error":"gone"}', isError: true },
  ]);
  expect(spent("cursor", session)).toEqual({ input: 5, output: 2 });
});

test("antigravity: a result belongs to the call before it", () => {
  const step = (index: number, type: string, rest: object) => ({
    step_index: index,
    source: "MODEL",
    type,
    status: "DONE",
    created_at: `2026-08-20T12:00:0${String(index)}Z`,
    ...rest,
  });
  const change =
    "<USER_SETTINGS_CHANGE>\nThe user changed setting `Model Selection` from None to Gemini 3.1 Pro (High). No need to comment.\n</USER_SETTINGS_CHANGE>";
  const session = [
    step(0, "USER_INPUT", {
      source: "USER_EXPLICIT",
      content: `<USER_REQUEST>\ncount the tests\n</USER_REQUEST>\n${change}`,
    }),
    step(1, "CONVERSATION_HISTORY", { source: "SYSTEM" }),
    step(2, "PLANNER_RESPONSE", {
      content: "Listing.",
      thinking: "ls",
      tool_calls: [
        { name: "list_dir", args: { Dir: "t" } },
        { name: "run_command", args: { CommandLine: "ls" } },
      ],
    }),
    step(3, "RUN_COMMAND", { status: "IN_PROGRESS" }),
    step(3, "RUN_COMMAND", { status: "ERROR", content: "exit 1" }),
    step(4, "LIST_DIRECTORY", { content: "a.test" }),
    step(5, "USER_INPUT", { source: "USER_IMPLICIT", content: "The user opened a file." }),
    step(6, "ERROR_MESSAGE", { source: "SYSTEM", content: "quota" }),
  ];
  const model = "Gemini 3.1 Pro (High)";
  expect(told("antigravity", session)).toEqual([
    { kind: "user", text: "count the tests" },
    { kind: "thinking", text: "ls", model },
    { kind: "assistant", text: "Listing.", model },
    { kind: "tool_call", toolName: "list_dir", toolInput: { Dir: "t" }, model },
    { kind: "tool_call", toolName: "run_command", toolInput: { CommandLine: "ls" }, model },
    { kind: "tool_result", toolName: "run_command", toolOutput: "exit 1", isError: true, latencyMs: 1000 },
    { kind: "tool_result", toolName: "list_dir", toolOutput: "a.test", latencyMs: 2000 },
    { kind: "system", text: "The user opened a file." },
    { kind: "error", isError: true, text: "quota" },
  ]);
});

test("windsurf: a step that is no message is a call and its result", () => {
  const session = [
    { status: "done", type: "user_input", user_input: { user_response: "fix it" } },
    { status: "done", type: "planner_response", planner_response: { response: "Fixing." } },
    { status: "done", type: "code_action", code_action: { path: "/a.ts", new_content: "x" } },
    { status: "error", type: "run_command", run_command: { command_line: "make", output: "exit 2" } },
  ];
  expect(told("windsurf", session)).toEqual([
    { kind: "user", text: "fix it" },
    { kind: "assistant", text: "Fixing." },
    { kind: "tool_call", toolName: "code_action", toolInput: { path: "/a.ts", new_content: "x" } },
    { kind: "tool_result", toolName: "code_action" },
    { kind: "tool_call", toolName: "run_command", toolInput: { command_line: "make", output: "exit 2" } },
    { kind: "tool_result", toolName: "run_command", toolOutput: "exit 2", isError: true },
  ]);
});

test("cline: what the task view shows", () => {
  const say = (ts: number, kind: string, text: string) => ({
    ts: 1_787_212_800_000 + ts,
    type: "say",
    say: kind,
    text,
  });
  const request = { tokensIn: 10, tokensOut: 5, cacheReads: 3, cacheWrites: 2, cost: 0.5 };
  const session = [
    say(0, "task", "fix it"),
    say(1, "api_req_started", JSON.stringify({ request: "…" })),
    say(1, "api_req_started", JSON.stringify(request)),
    say(2, "text", "Looking."),
    say(3, "command", "make"),
    say(1003, "command_output", "exit 0"),
    {
      ts: 1_787_212_802_000,
      type: "ask",
      ask: "use_mcp_server",
      text: '{"serverName":"gh","toolName":"issues","arguments":"{\\"n\\":1}"}',
    },
    say(2500, "mcp_server_response", "none"),
    { ts: 1_787_212_803_000, type: "ask", ask: "followup", text: '{"question":"Which one?"}' },
    say(4000, "user_feedback", "the first"),
    say(5000, "error", "Disk full"),
    say(6000, "api_req_started", JSON.stringify({ cancelReason: "user_cancelled" })),
    say(7000, "checkpoint_created", ""),
  ];
  expect(told("cline", session)).toEqual([
    { kind: "user", text: "fix it" },
    { kind: "assistant", text: "Looking." },
    { kind: "tool_call", toolName: "execute_command", toolInput: { command: "make" } },
    { kind: "tool_result", toolName: "execute_command", toolOutput: "exit 0", latencyMs: 1000 },
    { kind: "tool_call", toolName: "gh/issues", toolInput: { n: 1 } },
    { kind: "tool_result", toolName: "gh/issues", toolOutput: "none", latencyMs: 500 },
    { kind: "assistant", text: "Which one?" },
    { kind: "user", text: "the first" },
    { kind: "error", isError: true, text: "Disk full" },
    { kind: "error", isError: true, text: "The request ended: user_cancelled" },
  ]);
  expect(spent("cline", session)).toEqual({ input: 10, output: 5, cacheRead: 3, cacheWrite: 2, costUsd: 0.5 });
});

test("cline: the task of older versions, records that stayed partial, and outputs of one moment", () => {
  const entry = (rest: object) => ({ ts: 1_787_212_800_000, type: "say", conversationHistoryIndex: 3, ...rest });
  const chunk = (text: string, repeat: number) => entry({ type: "ask", ask: "command_output", text, repeat });
  const session = [
    entry({ say: "text", text: "fix ci", conversationHistoryIndex: -1 }),
    entry({ say: "text", text: "Looking", partial: true }),
    entry({ type: "ask", ask: "command", text: "rm -r outREQ_APP" }),
    chunk("", 0),
    chunk("removed", 1),
    chunk("removed", 2),
  ];
  expect(told("cline", session)).toMatchObject([
    { kind: "user", text: "fix ci" },
    { kind: "assistant", text: "Looking" },
    { kind: "tool_call", toolInput: { command: "rm -r out" } },
    { kind: "tool_result", toolOutput: "removed" },
    { kind: "tool_result", toolOutput: "removed" },
  ]);
});

test("cline: file tools have the results that are known, once they are", () => {
  const tool = (call: object, rest: object = {}) => ({
    ts: 1_787_212_800_000,
    type: "say",
    say: "tool",
    text: JSON.stringify(call),
    ...rest,
  });
  const read = { tool: "readFile", path: "a.ts", content: "/w/a.ts" };
  const session = [
    tool({ tool: "searchFiles", path: ".", regex: "x", content: "Found 1 result." }),
    tool(read, { repeat: 1 }),
    tool(read, { repeat: 1, result: "const a = 1;" }),
    tool(read, { repeat: 2, result: "The tool execution failed with the following error: gone" }),
  ];
  expect(told("cline", session)).toEqual([
    { kind: "tool_call", toolName: "searchFiles", toolInput: { tool: "searchFiles", path: ".", regex: "x" } },
    { kind: "tool_result", toolName: "searchFiles", toolOutput: "Found 1 result." },
    { kind: "tool_call", toolName: "readFile", toolInput: read },
    { kind: "tool_result", toolName: "readFile", toolOutput: "const a = 1;" },
    { kind: "tool_call", toolName: "readFile", toolInput: read },
    { kind: "tool_result", toolName: "readFile", toolOutput: expect.stringContaining("gone") as string, isError: true },
  ]);
});

test("cline: what the model was sent, with results as the user's text", () => {
  const text = (words: string) => ({ type: "text", text: words });
  const session = [
    {
      role: "user",
      content: [
        text("<task>\ntell me\n</task>"),
        text("# task_progress RECOMMENDED"),
        text("<environment_details>x</environment_details>"),
      ],
    },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "t1", name: "read_file", input: { path: "a" } }],
      modelInfo: { modelId: "opus-x" },
      metrics: { tokens: { prompt: 19, completion: 175, cached: 10_386 } },
    },
    {
      role: "user",
      content: [
        text("[read_file for 'a'] Result:\nThe tool execution failed with the following error: gone"),
        text("<environment_details>x</environment_details>"),
      ],
    },
  ];
  expect(told("cline", session)).toMatchObject([
    { kind: "user", text: "tell me" },
    { kind: "system" },
    { kind: "system" },
    { kind: "tool_call", toolName: "read_file", toolCallId: "t1", model: "opus-x" },
    { kind: "tool_result", toolName: "read_file", isError: true },
    { kind: "system" },
  ]);
  expect(spent("cline", session)).toEqual({ input: 19, output: 175, cacheRead: 10_386 });
  expect(told("cline", [{ role: "user", content: "plain words" }])).toEqual([{ kind: "user", text: "plain words" }]);
});
