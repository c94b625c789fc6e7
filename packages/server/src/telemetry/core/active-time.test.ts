import { expect, test } from "vitest";
import { describeActivity } from "./active-time.js";

const MINUTE = 60_000;
const START = Date.parse("2026-03-02T09:00:00.000Z");
const iso = (ms: number): string => new Date(START + ms).toISOString();

interface Case {
  readonly minutes: number;
  readonly pauses?: number;
  readonly from: number;
  readonly to: number;
  readonly active: number;
}

test.each<[string, Case]>([
  ["a session of one event", { minutes: 1, from: 30_000, to: 30_000, active: 0 }],
  ["one without a pause, to the millisecond", { minutes: 3, from: 1_250, to: 2 * MINUTE + 500, active: 119_250 }],
  [
    "one with a pause, which takes one of the minutes around it",
    { minutes: 4, pauses: 1, from: 0, to: 60 * MINUTE, active: 120_000 },
  ],
  ["one of two events with a pause between them", { minutes: 2, pauses: 1, from: 40_000, to: 61 * MINUTE, active: 0 }],
  ["one whose first lines were removed", { minutes: 2, from: -90 * MINUTE, to: 59_000, active: 119_000 }],
])("measures %s", (_name, { minutes, pauses = 0, from, to, active }) => {
  const last_ms = START + Math.floor(to / MINUTE) * MINUTE;
  const ends = { started_at: iso(from), last_event_at: iso(to) };
  expect(describeActivity({ first_ms: START, last_ms, minutes, pauses, slices: [] }, ends).active_ms).toBe(active);
});

test("has a slice for each minute, and never more than 24", () => {
  const activityOf = (minutes: number, slices: [number, number, number][]) =>
    describeActivity(
      { first_ms: START, last_ms: START + (minutes - 1) * MINUTE, minutes, pauses: 0, slices },
      { started_at: iso(0), last_event_at: iso((minutes - 1) * MINUTE) },
    ).activity;
  expect(activityOf(3, [[2, 5, 1]])).toEqual([
    { calls: 0, failures: 0 },
    { calls: 0, failures: 0 },
    { calls: 5, failures: 1 },
  ]);
  const long = activityOf(600, [[23, 7, 2]]);
  expect([long.length, long.at(-1)]).toEqual([24, { calls: 7, failures: 2 }]);
});
