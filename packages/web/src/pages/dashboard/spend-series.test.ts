import { expect, test } from "vitest";
import { spendGroups } from "./spend-series.js";

const DAYS = ["2026-03-01", "2026-03-02"];
const point = (day: string, group: string | null, value: number) => ({ time: `${day}T00:00:00.000Z`, group, value });

test("groups have a value for each day, the largest first, and days outside do not count", () => {
  const points = [point("2026-03-02", "a", 1), point("2026-03-01", null, 3), point("2026-02-28", "a", 9)];
  expect(spendGroups([...points, point("2026-03-01", "free", 0)], DAYS)).toEqual([
    { id: null, values: [3, 0], total: 3 },
    { id: "a", values: [0, 1], total: 1 },
  ]);
});

test("more groups than can be told apart are one", () => {
  const points = Array.from({ length: 8 }, (_, at) => point("2026-03-01", `g${at}`, 10 - at));
  const groups = spendGroups(points, DAYS);
  expect(groups).toHaveLength(6);
  expect(groups.at(-1)).toEqual({ id: undefined, values: [5 + 4 + 3, 0], total: 12 });
});
