import type { SessionEvent } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import { durationOf, resultWords, stepsOf, stepWords } from "./steps.js";

const BLANK: SessionEvent = {
  line: 0,
  timestamp: null,
  kind: "other",
  text: null,
  tool_name: null,
  tool_use_id: null,
  tool_input: null,
  tool_output: null,
  is_error: false,
  latency_ms: null,
  model: null,
  tokens: null,
  cost_usd: null,
  stated_cost_usd: null,
};
const call = (tool_use_id: string | null, tool_name: string, input: object): SessionEvent => ({
  ...BLANK,
  kind: "tool_call",
  tool_use_id,
  tool_name,
  tool_input: JSON.stringify(input),
  cost_usd: 0.5,
});
const result = (
  tool_use_id: string | null,
  tool_name: string,
  tool_output: string,
  is_error = false,
): SessionEvent => ({
  ...BLANK,
  kind: "tool_result",
  tool_use_id,
  tool_name,
  tool_output,
  is_error,
  latency_ms: 20,
});

describe("steps", () => {
  test("are calls with their own results, in whatever order those come", () => {
    const steps = stepsOf([
      call("a", "Bash", { command: "ls" }),
      call("b", "Bash", { command: "pwd" }),
      result("b", "Bash", "/srv"),
      result("a", "Bash", "x\ny"),
    ]);
    expect(steps.map(({ offset, resultOffset }) => [offset, resultOffset])).toEqual([
      [0, 3],
      [1, 2],
    ]);
    expect(steps.map((step) => resultWords(step).text)).toEqual(["2 lines", "1 line"]);
    expect(steps.map(durationOf)).toEqual([20, 20]);
  });

  test("of harnesses without ids pair by name, and not across a prompt", () => {
    const steps = stepsOf([
      call(null, "shell", { command: ["bash", "-lc", "ls"] }),
      call(null, "read", { path: "a" }),
      result(null, "read", "text"),
      { ...BLANK, kind: "user", text: "Stop" },
      result(null, "shell", "late"),
    ]);
    expect(steps.map(({ kind, resultOffset }) => [kind, resultOffset])).toEqual([
      ["command", null],
      ["read", 2],
      ["prompt", null],
      ["tool", null],
    ]);
  });

  test("do not pair across events that are not loaded", () => {
    const steps = stepsOf([call("a", "Bash", {}), undefined, result("a", "Bash", "ok")]);
    expect(steps.map(({ offset }) => offset)).toEqual([0, 2]);
  });

  test("have failed when their results have, and say why", () => {
    const [step] = stepsOf([
      call("a", "Bash", { command: "npm test" }),
      result("a", "Bash", "Exit code: 1\nWall time: 2 seconds\nOutput:\nError: no such thing", true),
    ]);
    expect(step?.hasFailed).toBe(true);
    expect(step && resultWords(step).text).toBe("exit 1 · Error: no such thing");
  });

  test("tell of edits by the lines that they change", () => {
    const [step] = stepsOf([
      call("a", "Edit", { file_path: "a.ts", old_string: "one\ntwo", new_string: "one\n2\n3" }),
      result("a", "Edit", "done"),
    ]);
    expect(step && resultWords(step)).toEqual({ text: "", added: 2, removed: 1 });
  });

  test("that were said have their first line", () => {
    const [answer] = stepsOf([{ ...BLANK, kind: "assistant", text: "\nDone.\nMore" }]);
    expect(answer && stepWords(answer)).toEqual({ verb: "Answer", object: "Done." });
  });

  test("that announce a list have its first line too", () => {
    const [thought] = stepsOf([
      { ...BLANK, kind: "thinking", text: "The user wants me to:\n\n1. Read the plan\n2. Fix" },
    ]);
    expect(thought && stepWords(thought).object).toBe("The user wants me to: 1. Read the plan");
  });

  test.each([
    ["**Assessing the environment**\n\nFirst …", "Assessing the environment"],
    ["## Summary\nDone.", "Summary"],
  ])("are shown without the marks of Markdown: %s", (text, object) => {
    const [thought] = stepsOf([{ ...BLANK, kind: "thinking", text }]);
    expect(thought && stepWords(thought).object).toBe(object);
  });

  test.each([
    ["<task-notification>\n<task-id>a1</task-id>\n<summary>Agent done</summary>", "task notification · Agent done"],
    ["<bash-input>git pull</bash-input>", "bash input · git pull"],
    ["<environment_context>\n  <cwd>/srv/app</cwd>\n</environment_context>", "environment context · /srv/app"],
    ["<local-command-stdout></local-command-stdout>", "local command stdout"],
    ["The conversation was compacted.", "The conversation was compacted."],
  ])("that are notices tell what is within their tags: %s", (text, object) => {
    const [notice] = stepsOf([{ ...BLANK, kind: "system", text }]);
    expect(notice && stepWords(notice)).toEqual({ verb: "Notice", object });
  });
});
