import { NO_CONTEXT } from "@tackroom/harness";
import { expect, test } from "vitest";
import type { NeighbourLine } from "../stores/line-store.js";
import { contextAround } from "./context-around.js";

const AT = "2026-08-20T10:00:00.000Z";
const TOKENS = { input: 0, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0 };
const SESSION = { id: "s", session_id: "fork", highest_line: 9, context: { ...NO_CONTEXT, delegated: true } };

const row = (line: number, line_type: string): NeighbourLine => ({
  ...TOKENS,
  line,
  line_type,
  at: AT,
  received_at: AT,
  model: "",
  usage_key: "",
});

const contextOf = (line: number, around: readonly NeighbourLine[]) =>
  contextAround({ neighboursOf: () => Promise.resolve([...around]) }, SESSION, [line, line]);

test.each([
  ["after a copy", 3, [row(2, "copied.event_msg.user_message")]],
  ["before a copy", 1, [row(0, "session_meta"), row(2, "copied.turn_context")]],
])("a line %s is read as one", async (_, line, around) => {
  expect(await contextOf(line, around)).toMatchObject({ copying: { into: "fork", since: AT }, delegated: true });
});

test("a line after the copies is not", async () => {
  expect(await contextOf(5, [row(3, "copied.turn_context"), row(4, "turn_context")])).toMatchObject({ copying: null });
});
