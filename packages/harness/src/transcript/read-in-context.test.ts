import { describe, expect, test } from "vitest";
import { readOne } from "../testing/transcripts.js";
import { NO_CONTEXT, readInContext, type TranscriptContext } from "./read-in-context.js";
import type { LineReading } from "./reading.js";

function call(id: string, timestamp = "2026-08-20T10:00:00Z"): LineReading {
  return readOne("codex", {
    timestamp,
    type: "response_item",
    payload: { type: "function_call", name: `tool-${id}`, arguments: "{}", call_id: id },
  });
}

function result(id: string, timestamp: string): LineReading {
  return readOne("codex", {
    timestamp,
    type: "response_item",
    payload: { type: "function_call_output", call_id: id, output: "ok" },
  });
}

function usage(key: string, output: number, costUSD?: number): LineReading {
  return readOne("claude-code", {
    type: "assistant",
    costUSD,
    message: { id: key, usage: { input_tokens: 10, output_tokens: output } },
  });
}

function after(...readings: LineReading[]): TranscriptContext {
  return readings.reduce((context, reading, line) => readInContext(reading, context, line).context, NO_CONTEXT);
}

describe("calls and results", () => {
  test("a result has the name of its call, and closes it", () => {
    const { reading, context } = readInContext(result("a", "2026-08-20T10:00:02Z"), after(call("a"), call("b")), 2);
    expect(reading.events).toMatchObject([{ toolName: "tool-a", latencyMs: 2000 }]);
    expect(context.calls.map(({ id }) => id)).toEqual(["b"]);
  });

  test.each([
    ["before its call", "2026-08-20T09:59:59Z"],
    ["more than a day later", "2026-08-21T10:00:01Z"],
  ])("a result %s has no latency", (_, timestamp) => {
    expect(readInContext(result("a", timestamp), after(call("a")), 1).reading.events).toMatchObject([
      { toolName: "tool-a", latencyMs: null },
    ]);
  });

  test("a result without a call keeps what it says itself", () => {
    expect(readInContext(result("z", "2026-08-20T10:00:02Z"), after(call("a")), 1).reading.events).toMatchObject([
      { toolName: null, latencyMs: null },
    ]);
  });

  test("64 open calls are remembered, the oldest fall out", () => {
    const { calls } = after(...Array.from({ length: 70 }, (_, index) => call(String(index))));
    expect(calls.map(({ id }) => id)).toEqual(Array.from({ length: 64 }, (_, index) => String(index + 6)));
  });

  test("a call without an id does not pair with what follows the next prompt", () => {
    const step = (type: string, rest: object) =>
      readOne("antigravity", { type, status: "DONE", source: "MODEL", ...rest });
    const lines = [
      step("PLANNER_RESPONSE", { tool_calls: [{ name: "view" }] }),
      step("USER_INPUT", { content: "stop" }),
    ];
    expect(after(...lines).calls).toEqual([]);
    expect(after(...lines.slice(0, 1)).calls).toHaveLength(1);
  });
});

describe("usage is what the line adds", () => {
  test.each([
    ["nothing before it", [], { input: 10, output: 40 }],
    ["less before it", [usage("m", 15)], { input: 0, output: 25 }],
    ["other messages", [usage("n", 15)], { input: 10, output: 40 }],
  ])("with %s", (_, before, added) => {
    expect(readInContext(usage("m", 40), after(...before), 1).reading.usage).toMatchObject(added);
  });

  test("nothing, when a later line that came first was counted with more", () => {
    const { reading, context } = readInContext(usage("m", 15), after(usage("m", 40)), 0);
    expect(reading.usage).toBeNull();
    expect(context.usage).toMatchObject([{ key: "m:", input: 10, output: 40 }]);
  });

  test("of a cost too, and an unknown cost is not zero", () => {
    expect(readInContext(usage("m", 20, 0.75), after(usage("m", 15, 0.25)), 1).reading.usage).toMatchObject({
      output: 5,
      costUsd: 0.5,
    });
    expect(readInContext(usage("m", 20), NO_CONTEXT, 0).reading.usage).toMatchObject({ costUsd: null, credits: null });
  });

  test("64 keys are remembered, the longest untouched fall out", () => {
    const many = Array.from({ length: 63 }, (_, index) => usage(`m${String(index)}`, 1));
    const { usage: seen } = after(usage("first", 1), usage("second", 1), ...many, usage("m0", 2));
    expect(seen).toHaveLength(64);
    expect(seen[0]?.key).toBe("second:");
    expect(seen.at(-1)).toMatchObject({ key: "m0:", output: 2 });
  });
});

test("the model is carried forward to what the model does, and to its usage", () => {
  const model = readOne("codex", { type: "turn_context", payload: { model: "gpt-x" } });
  const prompt = readOne("codex", { type: "event_msg", payload: { type: "user_message", message: "hi" } });
  const count = readOne("codex", {
    type: "event_msg",
    payload: { type: "token_count", info: { total_token_usage: { input_tokens: 3 } } },
  });
  const context = after(model);
  expect(readInContext(call("a"), context, 1).reading).toMatchObject({ model: "gpt-x", events: [{ model: "gpt-x" }] });
  expect(readInContext(prompt, context, 1).reading).toMatchObject({ model: "gpt-x", events: [{ model: null }] });
  expect(readInContext(count, context, 1).reading.usage?.model).toBe("gpt-x");
});

test("a context survives being stored as JSON", () => {
  const context = after(call("a"), usage("m", 3, 0.5), readOne("gemini-cli", { id: "g", type: "user", content: "hi" }));
  expect(JSON.parse(JSON.stringify(context))).toEqual(context);
});
