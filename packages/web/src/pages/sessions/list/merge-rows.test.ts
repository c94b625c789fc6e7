import type { Session } from "@tackroom/contract";
import { expect, test } from "vitest";
import { mergeRows } from "./merge-rows.js";

const row = (session_id: string, events = 0): Session =>
  ({ session_id, harness: "codex", project: "p", user_id: "u", events }) as unknown as Session;
const ids = (rows: readonly Session[]): string[] => rows.map(({ session_id, events }) => `${session_id}${events}`);

test("rows are updated in place, and new ones only counted", () => {
  const { rows, added } = mergeRows([row("a"), row("b")], [row("c"), row("b", 2), row("a", 1)], 50);
  expect(ids(rows)).toEqual(["a1", "b2"]);
  expect(added).toBe(1);
});

test("a row that a full page lacks was pushed away by newer ones, and stays", () => {
  expect(ids(mergeRows([row("a"), row("b")], [row("c"), row("a")], 2).rows)).toEqual(["a0", "b0"]);
});

test("a row that a page with room lacks matches no more, and goes", () => {
  expect(ids(mergeRows([row("a"), row("b")], [row("a")], 50).rows)).toEqual(["a0"]);
});
