import { expect, test } from "vitest";
import { placeOf, previewSeries } from "./preview-series.js";

const hour = (n: number): string => new Date(Date.UTC(2026, 4, 1, n)).toISOString();
const minute = (n: number, m: number): string => new Date(Date.UTC(2026, 4, 1, n, m)).toISOString();

test("a preview is the range of the metric, a threshold and marks in the hours in which the rule fired", () => {
  const preview = {
    series: [
      { time: hour(1), low: 0, high: 0.5 },
      { time: hour(2), low: null, high: null },
      { time: hour(3), low: 0.1, high: 0.3 },
    ],
    firings: [
      { fired_at: minute(3, 40), metric_value: 0.3 },
      { fired_at: minute(1, 50), metric_value: 0.5 },
      { fired_at: minute(1, 5), metric_value: 0.4 },
      { fired_at: minute(0, 5), metric_value: 0.9 },
    ],
  };
  const { times, series } = previewSeries(preview, { metric: "error_rate", threshold: 0.2 });
  expect(times).toEqual([hour(1), hour(2), hour(3)].map((time) => Date.parse(time) / 1000));
  expect(Object.fromEntries(series.map(({ name, values }) => [name, values]))).toEqual({
    "Error rate": [0.5, null, 0.3],
    Threshold: [0.2, 0.2, 0.2],
    // Before the first hour nothing is drawn.
    Fired: [0.5, null, 0.3],
  });
  expect(series[0]?.lows).toEqual([0, null, 0.1]);
});

test.each([
  [[], 5, undefined],
  [[10, 20], 9, undefined],
  [[10, 20], 10, 0],
  [[10, 20], 19, 0],
  [[10, 20], 25, 1],
])("in %j, %d belongs at %s", (times, time, place) => {
  expect(placeOf(times, time)).toBe(place);
});
