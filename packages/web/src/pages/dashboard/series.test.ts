import { expect, test } from "vitest";
import { groupPoints, intervalFor } from "./series.js";

const [FIRST, SECOND, THIRD] = ["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", "2026-03-03T00:00:00Z"];
const seconds = (time: string): number => Date.parse(time) / 1000;

test("groups are lines over all days, the largest first, and a day without is a zero", () => {
  const points = [
    { time: FIRST, group: "codex", value: 1 },
    { time: THIRD, group: "codex", value: 2 },
    { time: FIRST, group: null, value: 5 },
  ];
  expect(groupPoints(points, "day")).toEqual({
    times: [FIRST, SECOND, THIRD].map(seconds),
    groups: [
      { id: null, values: [5, 0, 0], total: 5 },
      { id: "codex", values: [1, 0, 2], total: 3 },
    ],
  });
});

test("what is not known makes its sum unknown, and is no zero", () => {
  const points = [
    { time: FIRST, group: "a", value: null },
    { time: SECOND, group: "a", value: 1 },
  ];
  expect(groupPoints(points, "day").groups).toEqual([{ id: "a", values: [null, 1], total: null }]);
});

test("nothing is drawn of nothing, and a gap of years is not filled hour by hour", () => {
  expect(groupPoints([], "day")).toEqual({ times: [], groups: [] });
  const far = [
    { time: "2016-01-01T00:00:00Z", group: null, value: 1 },
    { time: FIRST, group: null, value: 1 },
  ];
  expect(groupPoints(far, "hour").times).toHaveLength(2);
});

test.each([
  [1, "hour"],
  [30, "day"],
  [365, "week"],
])("%i days are shown by the %s", (days, interval) => {
  expect(intervalFor(days)).toBe(interval);
});
