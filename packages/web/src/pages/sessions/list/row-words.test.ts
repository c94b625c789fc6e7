import type { Session } from "@tackroom/contract";
import { expect, test } from "vitest";
import { dayLabel } from "../../../ui/data/days.js";
import { activeText, markOf, titleOf, whenText } from "./row-words.js";

const NOW = new Date(2026, 10, 18, 12, 0);
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const session = (more: object): Session => ({ title: null, first_prompt: null, ...more }) as unknown as Session;

test.each([
  [{ final: true, ok: null, minutes: 1 }, "complete"],
  [{ final: true, ok: false, minutes: 1 }, "lines_missing"],
  [{ final: false, ok: null, minutes: 4 }, "recording"],
  [{ final: false, ok: null, minutes: 5 }, "no_end"],
])("the mark of %j is %s", ({ final, ok, minutes }, mark) => {
  expect(markOf(session({ final, integrity: { ok }, last_event_at: ago(minutes).toISOString() }), NOW)).toBe(mark);
});

test("titles are one line of 80 characters, with the command they begin with", () => {
  expect(titleOf(session({ first_prompt: "/review\n  the diff" }))).toBe("/review the diff");
  expect(titleOf(session({ title: "Short", first_prompt: "long" }))).toBe("Short");
  expect(titleOf(session({ title: "😀".repeat(90) }))).toBe(`${"😀".repeat(39)}…`);
  expect(titleOf(session({ first_prompt: "  " }))).toBeNull();
});

test.each([
  [0, "0 s"],
  [40_400, "40 s"],
  [35 * 60_000, "35 min"],
  [60 * 60_000, "1 h"],
  [220 * 60_000, "3 h 40 min"],
])("%d ms of active time are %s", (ms, text) => {
  expect(activeText(ms)).toBe(text);
});

test.each([
  ["2026-11-18", "Today"],
  ["2026-11-17", "Yesterday"],
  ["2026-11-13", "Friday 13 November"],
  ["2025-11-13", "Thursday 13 November 2025"],
])("%s is called %s", (day, label) => {
  expect(dayLabel(day, NOW)).toBe(label);
});

test("times are ages today, and times of day on other days", () => {
  expect([0, 20, 125].map((minutes) => whenText(ago(minutes), NOW, true))).toEqual(["now", "20 min", "2 h"]);
  const before = new Date(2026, 10, 13, 18, 4);
  expect([whenText(before, NOW, true), whenText(before, NOW, false)]).toEqual(["18:04", "13 Nov"]);
});
