import { expect, test } from "vitest";
import { readOne, readSession, spent, told } from "../testing/transcripts.js";

function event(payload: object, timestamp = "2026-08-20T10:00:01Z"): object {
  return { timestamp, type: "event_msg", payload };
}

function item(payload: object, timestamp = "2026-08-20T10:00:04Z"): object {
  return { timestamp, type: "response_item", payload };
}

function tokens(total: number, last: object): object {
  return event({ type: "token_count", info: { total_token_usage: { total_tokens: total }, last_token_usage: last } });
}

const CALL = { type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "c1" };
const MODEL = {
  timestamp: "2026-08-20T10:00:01Z",
  type: "turn_context",
  payload: { turn_id: "t1", model: "gpt-x-codex" },
};

test("a turn, of which the events are shown and their copies for the model are not", () => {
  const said = (role: string, type: string, text: string) => item({ type: "message", role, content: [{ type, text }] });
  const session = [
    said("developer", "input_text", "<permissions>all</permissions>"),
    said("user", "input_text", "<environment_context>linux</environment_context>"),
    said("user", "input_text", "# AGENTS.md instructions for /w"),
    MODEL,
    said("user", "input_text", "add a health route"),
    event({ type: "user_message", message: "add a health route" }),
    event({ type: "agent_reasoning", text: "**Looking**" }),
    item({ type: "reasoning", summary: [{ type: "summary_text", text: "**Looking**" }] }),
    item(CALL),
    item({ type: "function_call_output", call_id: "c1", output: "src" }, "2026-08-20T10:00:05.250Z"),
    event({ type: "agent_message", message: "Done." }),
    said("assistant", "output_text", "Done."),
  ];
  expect(told("codex", session)).toEqual([
    { kind: "system", text: "<permissions>all</permissions>" },
    { kind: "system", text: "<environment_context>linux</environment_context>" },
    { kind: "system", text: "# AGENTS.md instructions for /w" },
    { kind: "user", text: "add a health route" },
    { kind: "thinking", text: "**Looking**", model: "gpt-x-codex" },
    { kind: "tool_call", toolName: "shell", toolCallId: "c1", toolInput: { command: ["ls"] }, model: "gpt-x-codex" },
    { kind: "tool_result", toolName: "shell", toolCallId: "c1", toolOutput: "src", latencyMs: 1250 },
    { kind: "assistant", text: "Done.", model: "gpt-x-codex" },
  ]);
});

test("input comes without what the cache gave, and a count that is told again counts once", () => {
  const first = { input_tokens: 2100, cached_input_tokens: 1800, output_tokens: 90, reasoning_output_tokens: 30 };
  const second = { input_tokens: 500, cached_input_tokens: 0, output_tokens: 10 };
  const session = [
    tokens(2190, first),
    tokens(2190, first),
    event({ type: "token_count", info: null }),
    tokens(2700, second),
  ];
  expect(spent("codex", session)).toEqual({ input: 800, output: 100, cacheRead: 1800 });
});

test("two requests of equal size are two", () => {
  const last = { input_tokens: 100, output_tokens: 10 };
  expect(spent("codex", [tokens(110, last), tokens(220, last)])).toEqual({ input: 200, output: 20 });
});

test("running totals alone are counted by what they grow", () => {
  const total = (input: number) => event({ type: "token_count", info: { total_token_usage: { input_tokens: input } } });
  expect(spent("codex", [total(100), total(100), total(250)])).toEqual({ input: 250 });
});

test.each([
  ["a heading", "Chunk ID: 1\nWall time: 0.0510 seconds\nProcess exited with code 1\nOutput:\nboom", true, 51],
  ["a heading of success", "Exit code: 0\nWall time: 2 seconds\nOutput:\nok", false, 2000],
  ["JSON", '{"output":"boom","metadata":{"exit_code":2,"duration_seconds":0.5}}', true, 500],
  ["content", [{ type: "input_text", text: "a.txt" }], false, null],
  [
    "a sandbox that refused it",
    "failed in sandbox MacosSeatbelt with execution error: exit code: 2, stdout: ",
    true,
    null,
  ],
  ["a program that could not start", "execution error: No such file or directory (os error 2)", true, null],
  ["a person who refused it", "patch rejected by user", true, null],
  ["a turn that was aborted", "aborted by user after 3.2s", true, null],
  ["a tool that says no more than it did", "Plan updated", false, null],
  ["plain text that tells of an abort", "aborted transactions: 0", false, null],
  ["plain text that only looks like a heading", "see Exit code: 1 above", false, null],
])("the outcome of a command is read from %s", (_, output, isError, latencyMs) => {
  expect(readOne("codex", item({ type: "function_call_output", call_id: "c1", output })).events).toMatchObject([
    { isError, latencyMs },
  ]);
});

test.each([
  ["mcp_tool_call_end", { result: { Err: "no such tool" }, duration: { secs: 1, nanos: 500_000_000 } }, 1500],
  ["mcp_tool_call_end", { result: { Ok: { content: [], isError: true } }, duration: { secs: 0, nanos: 7_000_000 } }, 7],
  ["patch_apply_end", { success: false }, 1000],
  ["exec_command_end", { exit_code: 1, duration: { secs: 3, nanos: 0 } }, 3000],
  ["item_completed", { item: { type: "McpToolCall", id: "c1", status: "failed" } }, 1000],
])("%s says how the call went that its output does not", (type, details, latencyMs) => {
  const session = [
    item(CALL),
    event({ type, call_id: "c1", ...details }),
    item({ type: "function_call_output", call_id: "c1", output: "err" }, "2026-08-20T10:00:05Z"),
  ];
  expect(told("codex", session).slice(1)).toEqual([
    { kind: "tool_result", toolName: "shell", toolCallId: "c1", toolOutput: "err", isError: true, latencyMs },
  ]);
});

test.each([
  [event({ type: "turn_aborted", reason: "interrupted" }), "The turn was aborted: interrupted"],
  [event({ type: "error", message: "quota" }), "quota"],
])("errors are errors", (line, text) => {
  expect(told("codex", [line])).toEqual([{ kind: "error", isError: true, text }]);
});

test("of an editor's prompt only the request is kept", () => {
  const message = "# Context from my IDE setup:\n\n## Open tabs: a.ts\n\n## My request for Codex:\nfix it\n";
  expect(told("codex", [event({ type: "user_message", message })])).toEqual([{ kind: "user", text: "fix it" }]);
});

test("in paginated histories the messages are items", () => {
  const completed = (thing: object) => event({ type: "item_completed", item: thing });
  const session = [
    completed({ type: "UserMessage", content: [{ type: "text", text: "hi" }] }),
    completed({ type: "AgentMessage", content: [{ type: "Text", text: "hello" }] }),
    completed({ type: "Extension" }),
  ];
  expect(told("codex", session)).toEqual([
    { kind: "user", text: "hi" },
    { kind: "assistant", text: "hello" },
  ]);
});

test("files of before the envelope are read too", () => {
  const session = [
    { id: "0199", timestamp: "2025-08-20T10:00:00Z", instructions: null },
    { record_type: "state" },
    { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
    { type: "reasoning", summary: [{ type: "summary_text", text: "greet" }] },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "hello" }] },
  ];
  expect(told("codex", session).map(({ kind, text }) => [kind, text])).toEqual([
    ["user", "hi"],
    ["thinking", "greet"],
    ["assistant", "hello"],
  ]);
});

test("the header names the parent of a subagent and of a fork", () => {
  const meta = (payload: object) =>
    readSession("codex", [{ timestamp: "2026-08-20T10:00:00Z", type: "session_meta", payload }])[0];
  expect(meta({ id: "c", parent_thread_id: "p", agent_role: "reviewer" })).toMatchObject({
    parentSessionId: "p",
    subagent: "reviewer",
  });
  expect(meta({ id: "c", forked_from_id: "f" })).toMatchObject({ parentSessionId: "f", subagent: null });
});

const PARENT = "019d7d08-46c9-7f73-affe-4e6ca9852d56";
const FORK = "019d7e2f-0041-7310-951c-94020254dfc9";
const AT_ONCE = "2026-08-20T10:00:00.002Z";

function header(payload: object): object {
  return { timestamp: "2026-08-20T10:00:00Z", type: "session_meta", payload };
}

function turn(id: string, timestamp = AT_ONCE): object {
  return event({ type: "task_started", turn_id: id }, timestamp);
}

/** What a fork has of its parent, with the time at which it was copied. */
const COPIED = [
  header({ id: PARENT, cwd: "/w/parent" }),
  turn("019d7d08-f1d2-78a1-ae52-df8e21f9b394"),
  event({ type: "user_message", message: "the parent's prompt" }, AT_ONCE),
  item(CALL, AT_ONCE),
  item({ type: "function_call_output", call_id: "c1", output: "src" }, AT_ONCE),
  { timestamp: AT_ONCE, type: "event_msg", payload: { type: "token_count", info: counted(100) } },
];

function counted(total: number): object {
  return { total_token_usage: { total_tokens: total }, last_token_usage: { input_tokens: 60, output_tokens: 40 } };
}

test("a fork tells what it did itself, and not again what its parent has told", () => {
  const own = [
    turn("019d7e2f-006a-78e0-8d88-fc868c230ea4"),
    event({ type: "user_message", message: "the fork's prompt" }),
    event({ type: "token_count", info: counted(100) }, "2026-08-20T10:00:02Z"),
    event({ type: "agent_message", message: "Done." }, "2026-08-20T10:00:03Z"),
    event({ type: "token_count", info: counted(200) }, "2026-08-20T10:00:04Z"),
    header({ id: FORK, forked_from_id: PARENT }),
    event({ type: "user_message", message: "resumed" }, "2026-08-20T11:00:00Z"),
  ];
  const session = [header({ id: FORK, forked_from_id: PARENT, cwd: "/w/fork" }), ...COPIED, ...own];
  expect(told("codex", session)).toEqual([
    { kind: "user", text: "the fork's prompt" },
    { kind: "assistant", text: "Done." },
    { kind: "user", text: "resumed" },
  ]);
  expect(spent("codex", session)).toEqual({ input: 60, output: 40 });
  const readings = readSession("codex", session);
  expect(readings.map(({ names }) => names?.cwd).filter((cwd) => cwd !== undefined)).toEqual(["/w/fork"]);
  expect(readings.slice(1, 1 + COPIED.length).every(({ lineType }) => lineType.startsWith("copied."))).toBe(true);
});

test("a fork whose turns have no ids that sort by time goes on where lines are no longer copied at once", () => {
  const prompt = event({ type: "user_message", message: "the fork's prompt" }, "2026-08-20T10:00:30Z");
  const session = [header({ id: FORK, forked_from_id: PARENT }), ...COPIED, turn("7"), prompt];
  expect(told("codex", session)).toEqual([{ kind: "user", text: "the fork's prompt" }]);
});

test("what Codex asks a subagent is not a person's prompt", () => {
  const session = [
    header({ id: FORK, source: { subagent: "review" } }),
    event({ type: "user_message", message: "Review the code changes" }),
  ];
  expect(told("codex", session)).toEqual([{ kind: "system", text: "Review the code changes" }]);
});

test.each([
  [{ name: "_fetch_pr", namespace: "mcp__codex_apps__github" }, "mcp__codex_apps__github_fetch_pr"],
  [{ name: "search", namespace: "mcp__docs" }, "mcp__docs__search"],
  [{ name: "spawn_agent", namespace: "collaboration" }, "spawn_agent"],
])("the tool of a call with a namespace is one of the server only for MCP: %j", (names, toolName) => {
  const call = item({ ...CALL, ...names });
  expect(readOne("codex", call).events).toMatchObject([{ toolName }]);
});
