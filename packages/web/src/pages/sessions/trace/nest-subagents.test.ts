import type { Session } from "@tackroom/contract";
import { expect, test } from "vitest";
import { nestSubagents, type Nested } from "./nest-subagents.js";

const session = (session_id: string, parent_session_id: string | null, started_at: string | null = null): Session =>
  ({ session_id, parent_session_id, started_at }) as Session;
const ids = (nested: readonly Nested[]): unknown[] =>
  nested.map(({ session: { session_id }, subagents }) => [session_id, ids(subagents)]);

test("subagents are under what started them, the first one first", () => {
  const all = [
    session("b", "top", "2026-01-02"),
    session("a", "top", "2026-01-01"),
    session("c", "b"),
    session("x", null),
  ];
  expect(ids(nestSubagents("top", all))).toEqual([
    ["a", []],
    ["b", [["c", []]]],
  ]);
});

test("sessions that name each other as parents end somewhere", () => {
  expect(ids(nestSubagents("a", [session("a", "b"), session("b", "a"), session("c", "c")]))).toEqual([["b", []]]);
});
