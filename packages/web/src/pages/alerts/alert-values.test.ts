import { CreateAlertBody, type AlertRule } from "@tackroom/contract";
import { schemaProblems, type JsonSchema } from "@tackroom/contract/schema-problems";
import { describe, expect, test } from "vitest";
import { changesOf, createBody, hasProblems, NEW_ALERT, problemsOf, valuesOf } from "./alert-values.js";

const FILLED = { ...NEW_ALERT, name: "Search fails" };

const RULE: AlertRule = {
  id: "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01",
  name: "Search fails",
  metric: "error_rate",
  threshold: 0.07,
  condition: "above",
  target_type: "mcp",
  target_id: "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d02",
  target_name: "acme/search",
  webhook_url: "https://hooks.example/x",
  notify_recovery: true,
  webhook_secret_last4: "ab12",
  window_minutes: 5,
  cooldown_minutes: 15,
  status: "active",
  state: "ok",
  last_value: null,
  last_evaluated_at: null,
  last_triggered: null,
  created_by: null,
  created_at: "2026-05-01T10:00:00.000Z",
};

describe("what is sent", () => {
  test("is what the contract takes", () => {
    expect(problemsOf(FILLED)).toEqual({});
    expect(schemaProblems(CreateAlertBody as JsonSchema, createBody(FILLED))).toEqual([]);
  });

  test.each([
    ["error_rate", "20", 0.2],
    ["error_rate", "7", 0.07],
    ["error_rate", "0.1", 0.001],
    ["latency_p99", "1500", 1500],
    ["cost_usd", "2.5", 2.5],
  ] as const)("of %s, %s is %d", (metric, threshold, sent) => {
    expect(createBody({ ...FILLED, metric, threshold }).threshold).toBe(sent);
  });

  test("has no target where everything is watched", () => {
    expect(createBody({ ...FILLED, targetId: "left over" })).toMatchObject({ target_type: "all", target_id: "" });
  });
});

describe("what is not sent", () => {
  test.each([
    ["name", { name: "  " }],
    ["threshold", { threshold: "" }],
    ["threshold", { threshold: "a lot" }],
    ["threshold", { threshold: "1e16" }],
    ["targetId", { target: "agent", targetId: " " }],
    ["window", { window: "0" }],
    ["window", { window: "1.5" }],
    ["window", { window: "1441" }],
    ["cooldown", { cooldown: "" }],
    ["webhook", { webhook: "ftp://example.com" }],
    ["webhook", { webhook: "https://exa mple.com" }],
  ] as const)("a wrong %s: %j", (field, change) => {
    const problems = problemsOf({ ...FILLED, ...change });
    expect(Object.keys(problems)).toEqual([field]);
    expect(hasProblems(problems)).toBe(true);
  });
});

describe("an edit", () => {
  test("of nothing sends nothing", () => {
    expect(valuesOf(RULE).threshold).toBe("7");
    expect(changesOf(RULE, valuesOf(RULE))).toEqual({});
  });

  test("sends only what differs", () => {
    const values = { ...valuesOf(RULE), threshold: "9", webhook: "", window: "10" };
    expect(changesOf(RULE, values)).toEqual({ threshold: 0.09, webhook_url: "", window_minutes: 10 });
  });
});
