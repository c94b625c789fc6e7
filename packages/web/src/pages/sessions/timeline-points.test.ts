import { expect, test } from "vitest";
import { timelinePoints, type Usage } from "./timeline-points.js";

const usage = (second: number, input: number, output = 0): Usage => ({
  timestamp: new Date(second * 1000).toISOString(),
  tokens: { input, output, cacheRead: 0, cacheWrite: 0 },
});

test("tokens are summed in the order of time, and the cost is spread by them", () => {
  const points = timelinePoints([usage(20, 100), usage(10, 50, 10), { timestamp: null, tokens: null }], 2);
  expect(points).toEqual({ times: [10, 20], tokens: [60, 160], cost: [1, 2] });
});

test("what happens at one time is one point, and what is not priced has no cost", () => {
  expect(timelinePoints([usage(10, 1), usage(10, 2)], null)).toEqual({ times: [10], tokens: [3], cost: undefined });
});

test("a long session has few points, and ends with all of its tokens", () => {
  const { times, tokens } = timelinePoints(
    Array.from({ length: 10_001 }, (_, at) => usage(at, 1)),
    null,
  );
  expect(times.length).toBeLessThanOrEqual(402);
  expect(tokens.at(-1)).toBe(10_001);
});
