import { expect, test } from "vitest";
import {
  activityOf,
  addActivity,
  countActivity,
  NO_ACTIVITY,
  NO_CHANGE,
  type ActiveLine,
  type ToolEvents,
} from "./activity.js";

const line = (at: string, more: Partial<ActiveLine> = {}): ActiveLine => ({
  at,
  model: "claude-sonnet-4-5",
  input: 0,
  output: 0,
  cache_read: 0,
  cache_write: 0,
  cache_write_1h: 0,
  cost_usd: null,
  ...more,
});

const event = (kind: ToolEvents[number]["kind"], more: Partial<ToolEvents[number]> = {}): ToolEvents[number] => ({
  timestamp: null,
  kind,
  text: null,
  tool_name: null,
  tool_input: null,
  tool_output: null,
  is_error: false,
  latency_ms: null,
  model: null,
  ...more,
});

const AT = "2026-03-02T09:00:30.000Z";
const MINUTE = "2026-03-02T09:00:00.000Z";

test("calls belong to their server, everything else to none", () => {
  const rows = activityOf([
    [line(AT, { input: 10, output: 2 }), [event("user"), event("tool_call", { tool_name: "mcp__github__search" })]],
    [
      line("2026-03-02T09:00:59.999Z"),
      [event("tool_result", { tool_name: "mcp__github__search", is_error: true, latency_ms: 12.6 })],
    ],
    [line("2026-03-02T09:01:00.000Z"), [event("tool_call", { tool_name: "Bash" })]],
  ]);
  expect(rows).toMatchObject([
    { minute: MINUTE, server: "", lines: 2, prompts: 1, tool_calls: 0, input: 10, output: 2, latencies: [] },
    { minute: MINUTE, server: "github", lines: 0, tool_calls: 1, tool_failures: 1, latencies: [13] },
    { minute: "2026-03-02T09:01:00.000Z", server: "", lines: 1, tool_calls: 1 },
  ]);
});

test("lines that state their cost are kept apart from those that need a price", () => {
  const rows = activityOf([
    [line(AT, { input: 10, cost_usd: 0.25 }), []],
    [line(AT, { input: 10, cost_usd: 0.5 }), []],
    [line(AT, { input: 1 }), []],
  ]);
  expect(rows).toMatchObject([
    { stated: true, input: 20, cost_usd: 0.75 },
    { stated: false, input: 1, cost_usd: null },
  ]);
});

test("a latency that no integer of the database holds is the longest that one does", () => {
  const [row] = activityOf([[line(AT), [event("tool_result", { latency_ms: 1e15 })]]]);
  expect(row?.latencies).toEqual([2 ** 31 - 1]);
});

test("what is added to a change that is not saved yet has one row for each minute", () => {
  const rows = activityOf([[line(AT, { input: 5 }), [event("tool_result", { latency_ms: 3 })]]]);
  const counted = { rows, tools: [] };
  const twice = addActivity({ isWhole: true, ...counted }, counted);
  expect(twice).toMatchObject({
    isWhole: true,
    rows: [{ lines: 2, input: 10, latencies: [3, 3] }],
  });
  expect(addActivity(NO_CHANGE, counted)).toEqual({ isWhole: false, ...counted });
});

test("calls and failures are counted by tool, failures by their error too", () => {
  const withTexts = (at: string, texts: readonly string[] = []) => ({ ...line(at), texts });
  const call = event("tool_call", { tool_name: "mcp__github__search" });
  const failure = event("tool_result", { tool_name: "mcp__github__search", is_error: true, tool_output: 0 });
  const { tools } = countActivity([
    [withTexts(AT), [call, call, event("tool_result", { tool_name: "mcp__github__search" })]],
    [withTexts(AT, ["timeout after 30 s"]), [failure]],
    [withTexts(AT, ["timeout after 31 s"]), [failure]],
    [withTexts("2026-03-02T09:01:00.000Z"), [event("tool_result", { is_error: true })]],
  ]);
  const shared = { minute: MINUTE, model: "claude-sonnet-4-5", tool: "mcp__github__search", server: "github" };
  expect(tools).toEqual([
    { ...shared, error: "", calls: 2, failures: 0 },
    { ...shared, error: "timeout after # s", calls: 0, failures: 2 },
    {
      ...shared,
      minute: "2026-03-02T09:01:00.000Z",
      tool: "",
      server: "",
      error: "No error message",
      calls: 0,
      failures: 1,
    },
  ]);
});

test("lines that are counted piece by piece come to what they come to at once", () => {
  const lines = Array.from({ length: 90 }, (_, at): [ActiveLine & { texts: string[] }, ToolEvents] => [
    { ...line(`2026-03-02T09:${String(at % 7).padStart(2, "0")}:30.000Z`, { input: at }), texts: ["Error: no"] },
    [
      event("tool_call", { tool_name: at % 2 ? "Bash" : "mcp__github__search" }),
      event("tool_result", { tool_name: "Bash", is_error: at % 3 === 0, latency_ms: at, tool_output: 0 }),
    ],
  ]);
  let counted = NO_ACTIVITY;
  for (let from = 0; from < lines.length; from += 20) {
    counted = addActivity(counted, countActivity(lines.slice(from, from + 20)));
  }
  expect(counted).toEqual({ isWhole: true, ...countActivity(lines) });
});
