import { expect, test } from "vitest";
import { readOne, readSession, spent, told } from "../testing/transcripts.js";
import { readTranscriptLine } from "./read-line.js";

const AT = "2026-08-20T11:00:04Z";

function event(type: string, data: object, timestamp = AT): object {
  return { id: `e-${type}`, timestamp, parentId: null, type, data };
}

const REQUEST = { toolCallId: "k1", name: "bash", arguments: { command: "npm run lint" } };

test("Copilot CLI: a call that is asked for and then starts is one call, timed from its start", () => {
  const session = [
    event("session.start", { sessionId: "cc11", selectedModel: "gpt-x" }),
    event("user.message", {
      content: "run lint",
      transformedContent: "<current_datetime>…</current_datetime> run lint",
    }),
    event("assistant.message", {
      messageId: "m1",
      content: "Linting.",
      reasoningText: "Simple.",
      toolRequests: [REQUEST],
    }),
    event("tool.execution_start", { toolCallId: "k1", toolName: "bash", arguments: {} }, "2026-08-20T11:00:06Z"),
    event(
      "tool.execution_complete",
      { toolCallId: "k1", success: true, result: { content: "clean" } },
      "2026-08-20T11:00:07Z",
    ),
  ];
  expect(told("copilot-cli", session)).toEqual([
    { kind: "user", text: "run lint" },
    { kind: "thinking", text: "Simple.", model: "gpt-x" },
    { kind: "assistant", text: "Linting.", model: "gpt-x" },
    { kind: "tool_call", toolName: "bash", toolCallId: "k1", toolInput: { command: "npm run lint" }, model: "gpt-x" },
    { kind: "tool_result", toolName: "bash", toolCallId: "k1", toolOutput: "clean", latencyMs: 1000 },
  ]);
  expect(readSession("copilot-cli", session)[3]).toMatchObject({ outcome: "ignored", known: true });
});

test("Copilot CLI: a call that only its start tells is shown", () => {
  const session = [
    event("tool.execution_start", { toolCallId: "k2", toolName: "view", arguments: { path: "a" } }),
    event("tool.execution_complete", { toolCallId: "k2", success: false, error: { message: "no such file" } }),
  ];
  expect(told("copilot-cli", session)).toMatchObject([
    { kind: "tool_call", toolName: "view" },
    { kind: "tool_result", toolName: "view", isError: true, toolOutput: "no such file" },
  ]);
});

const METRICS = {
  "gpt-x": { usage: { inputTokens: 5100, outputTokens: 88, cacheReadTokens: 4000, cacheWriteTokens: 100 } },
};

test("Copilot CLI: the totals of the end count where no request told its own", () => {
  const shutdown = event("session.shutdown", { shutdownType: "routine", modelMetrics: METRICS });
  const record = event("session.usage_record", {
    usage: {
      model: "gpt-x",
      inputTokens: 25_213,
      outputTokens: 66,
      cacheReadTokens: 17_836,
      cacheWriteTokens: 7_373,
      apiCallId: "msg_1",
      copilotUsage: { totalNanoAiu: 2_500_000_000 },
    },
  });
  expect(spent("copilot-cli", [shutdown])).toEqual({ input: 1000, output: 88, cacheRead: 4000, cacheWrite: 100 });
  expect(spent("copilot-cli", [record, record, shutdown])).toEqual({
    input: 4,
    output: 66,
    cacheRead: 17_836,
    cacheWrite: 7_373,
    credits: 2.5,
  });
});

test("Copilot CLI: totals of a resumed session have those of before in them", () => {
  const haiku = { usage: { inputTokens: 12_612, outputTokens: 35, cacheReadTokens: 0, cacheWriteTokens: 12_602 } };
  const mini = { usage: { inputTokens: 10_813, outputTokens: 88, cacheReadTokens: 1536, cacheWriteTokens: 0 } };
  const session = [
    event("assistant.message", { content: "Done.", model: "claude-haiku-4.5" }),
    { ...event("session.shutdown", { modelMetrics: { "claude-haiku-4.5": haiku } }), id: "e-1" },
    event("session.resume", {}),
    event("assistant.message", { content: "Done again.", model: "gpt-5-mini" }),
    { ...event("session.shutdown", { modelMetrics: { "claude-haiku-4.5": haiku, "gpt-5-mini": mini } }), id: "e-2" },
  ];
  const usages = readSession("copilot-cli", session).map(({ usage }) => usage && [usage.model, usage.input]);
  expect(usages).toEqual([null, ["claude-haiku-4.5", 10], null, null, ["gpt-5-mini", 9277]]);
  expect(spent("copilot-cli", session)).toEqual({ input: 9287, output: 123, cacheRead: 1536, cacheWrite: 12_602 });
});

test("Copilot CLI: checkpoints tell what a session without an end has cost, and no tokens", () => {
  const checkpoint = event("session.usage_checkpoint", { totalNanoAiu: 1_593_750_000, totalPremiumRequests: 0.33 });
  expect(readOne("copilot-cli", checkpoint)).toMatchObject({ outcome: "ignored", usage: null, totalCredits: 1.59375 });
  const bad = event("session.usage_checkpoint", { totalNanoAiu: -1 });
  expect(readOne("copilot-cli", bad)).toMatchObject({ totalCredits: null });
});

test.each([
  ["abort", { reason: "user_initiated" }, "The turn was aborted: user_initiated"],
  ["session.error", { errorType: "quota", message: "Out of requests" }, "Out of requests"],
  ["subagent.failed", { agentName: "explore", error: "timeout" }, "timeout"],
])("Copilot CLI: %s is an error", (type, data, text) => {
  expect(told("copilot-cli", [event(type, data)])).toEqual([{ kind: "error", isError: true, text }]);
});

test("Copilot CLI: what another source than a person wrote is no prompt, and subagents are named", () => {
  const line = { ...event("user.message", { content: "Loaded the skill", source: "skill-pdf" }), agentId: "ag-1" };
  expect(readOne("copilot-cli", line)).toMatchObject({ subagent: "ag-1", events: [{ kind: "system" }] });
});

test("Copilot CLI: NULs at the end of a crashed file do no harm", () => {
  const line = `${JSON.stringify(event("session.model_change", { newModel: "gpt-y" }))}\0\0\0`;
  expect(readTranscriptLine("copilot-cli", line)).toMatchObject({ outcome: "ignored", model: "gpt-y" });
});

test("VS Code: the steps of the log are read one by one", () => {
  const session = [
    { kind: 0, v: { version: 3, sessionId: "77aa", creationDate: 1_787_212_800_000, requests: [] } },
    {
      kind: 2,
      k: ["requests"],
      v: [
        {
          requestId: "r1",
          timestamp: 1_787_212_801_000,
          modelId: "copilot/gpt-x",
          message: { text: "explain this file" },
          response: [],
        },
      ],
    },
    {
      kind: 2,
      k: ["requests", 0, "response"],
      v: [
        { kind: "thinking", value: "A router." },
        {
          kind: "toolInvocationSerialized",
          toolId: "copilot_readFile",
          toolCallId: "tc1",
          isComplete: true,
          pastTenseMessage: { value: "Read a.ts" },
        },
        { kind: "textEditGroup", edits: [] },
        { value: "It wires the router." },
      ],
    },
    {
      kind: 1,
      k: ["requests", 0, "result"],
      v: { timings: { totalElapsed: 5200 }, metadata: { promptTokens: 900, outputTokens: 30 } },
    },
    { kind: 1, k: ["requests", 0, "result"], v: { errorDetails: { message: "Canceled" } } },
    { kind: 1, k: ["customTitle"], v: "Routers" },
    { kind: 3, k: ["inputState"] },
  ];
  expect(told("copilot", session)).toEqual([
    { kind: "user", text: "explain this file" },
    { kind: "thinking", text: "A router.", model: "copilot/gpt-x" },
    { kind: "tool_call", toolName: "copilot_readFile", toolCallId: "tc1", model: "copilot/gpt-x" },
    { kind: "tool_result", toolName: "copilot_readFile", toolCallId: "tc1", toolOutput: "Read a.ts" },
    { kind: "assistant", text: "It wires the router.", model: "copilot/gpt-x" },
    { kind: "error", isError: true, text: "Canceled" },
  ]);
  expect(spent("copilot", session)).toEqual({ input: 900, output: 30 });
});

test("VS Code: a session that is sent again whole only tells what is new", () => {
  const request = (id: string, text: string) => ({
    requestId: id,
    timestamp: 1_787_212_801_000,
    message: { text },
    response: [{ value: "Yes." }],
  });
  const whole = (...requests: object[]) => ({ version: 3, sessionId: "77aa", requests });
  const session = [whole(request("r1", "one")), whole(request("r1", "one"), request("r2", "two"))];
  expect(told("copilot", session).map(({ text }) => text)).toEqual(["one", "Yes.", "two", "Yes."]);
});

test("VS Code: a part of a new kind is reported, and its own transcripts are read like the CLI's", () => {
  expect(readOne("copilot", { kind: 2, k: ["requests", 0, "response"], v: [{ kind: "hologram" }] })).toMatchObject({
    known: false,
    lineType: "push.requests.response.hologram",
    events: [{ kind: "other" }],
  });
  expect(told("copilot", [event("user.message", { content: "hi" })])).toEqual([{ kind: "user", text: "hi" }]);
});

test("VS Code: tokens that the request itself says count once, wherever they are told", () => {
  const set = (name: string, v: unknown) => ({ kind: 1, k: ["requests", 1, name], v });
  const snapshot = {
    requestId: "r0",
    message: { text: "hi" },
    promptTokens: 12_345,
    completionTokens: 678,
    result: {},
  };
  const session = [
    { kind: 0, v: { sessionId: "s", requests: [snapshot] } },
    set("promptTokens", 1000),
    set("completionTokens", 20),
    set("result", { metadata: { promptTokens: 1000, outputTokens: 20 } }),
  ];
  expect(spent("copilot", session)).toEqual({ input: 13_345, output: 698 });
});
