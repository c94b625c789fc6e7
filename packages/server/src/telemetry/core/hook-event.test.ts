import { describe, expect, test } from "vitest";
import { readHookEvent } from "./hook-event.js";

describe("the kind of a hook event", () => {
  test.each([
    [{ hook_event_name: "PreToolUse" }, "PreToolUse"],
    [{ hookEventName: "preToolUse" }, "PreToolUse"],
    [{ hook_event_name: "agentSpawn" }, "SessionStart"],
    [{ hook_event_name: "promptSubmit" }, "UserPromptSubmit"],
    [{ hook_event_name: "agentStop" }, "Stop"],
    [{ hook_event_name: "stop" }, "Stop"],
    [{ hook_event_name: "postToolUse", tool_response: { success: true } }, "PostToolUse"],
    [{ hook_event_name: "postToolUse", tool_response: { success: false } }, "PostToolUseFailure"],
    [{ hookEventName: "PostToolUse", toolResponse: '{"success":false}' }, "PostToolUseFailure"],
    [{ hook_event_name: "PostToolUse", tool_response: "{" }, "PostToolUse"],
    [{ hook_event_name: "somethingNew" }, "SomethingNew"],
    [{ hook_event_name: "no name\u0000" }, "Unknown"],
    [{ hook_event_name: 7 }, "Unknown"],
    [{}, "Unknown"],
  ])("of %j is %s", (body, event) => expect(readHookEvent(body).event).toBe(event));
});

test("reads its parts in either spelling, and only texts", () => {
  const snake = {
    session_id: "s",
    tool_name: "Bash",
    tool_use_id: "t",
    agent_id: "a",
    service_name: "kiro",
    cwd: "/w",
  };
  const camel = { sessionId: "s", toolName: "Bash", toolUseId: "t", agentId: "a", serviceName: "kiro", cwd: "/w" };
  const expected = { sessionId: "s", toolName: "Bash", toolUseId: "t", agentId: "a", serviceName: "kiro", cwd: "/w" };
  expect(readHookEvent(snake)).toMatchObject(expected);
  expect(readHookEvent(camel)).toMatchObject(expected);
  expect(readHookEvent({ session_id: { a: 1 }, tool_name: "x".repeat(1000) })).toMatchObject({
    sessionId: "",
    toolName: "x".repeat(512),
  });
});

test("knows what went wrong", () => {
  expect(readHookEvent({ hook_event_name: "StopFailure" }).isError).toBe(true);
  expect(readHookEvent({ hook_event_name: "PostToolUse", error: "timeout" }).isError).toBe(true);
  expect(readHookEvent({ hook_event_name: "PostToolUse" }).isError).toBe(false);
});
