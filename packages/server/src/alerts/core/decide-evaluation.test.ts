import { describe, expect, test } from "vitest";
import { decideEvaluation, firstMinute } from "./decide-evaluation.js";
import type { MetricRows } from "./metric-windows.js";
import { MINUTE_MS } from "./minutes.js";
import { summarizeWalk } from "./summarize-walk.js";
import { walkMinutes, type Point, type Watch } from "./walk-minutes.js";

const START = Date.parse("2026-03-01T00:00:00.000Z");
const at = (minute: number): number => START + minute * MINUTE_MS;
const minuteOf = (time: number): number => (time - START) / MINUTE_MS;

const WATCH: Watch = { threshold: 0.5, condition: "above", windowMinutes: 5, cooldownMinutes: 0 };

const calls = (...rows: [minute: number, calls: number, failures: number][]): MetricRows => ({
  metric: "error_rate",
  rows: rows.map(([minute, made, failures]) => ({ minute: at(minute), calls: made, failures })),
});

describe("a preview", () => {
  test("has the lowest and the highest value of each hour, and the latest firings first", () => {
    const given = calls([10, 4, 1], [20, 4, 3], [61, 4, 4], [200, 1, 0]);
    const points = walkMinutes({ ...WATCH, windowMinutes: 5, cooldownMinutes: 0 }, given, { from: at(1), to: at(125) });
    const steps = summarizeWalk(points);
    let step = steps.next();
    while (!step.done) step = steps.next();
    const { count, firings, series } = step.value;
    expect(count).toBe(10);
    expect(firings.map(({ fired_at }) => minuteOf(Date.parse(fired_at)))).toEqual([
      66, 65, 64, 63, 62, 25, 24, 23, 22, 21,
    ]);
    expect(firings[0]?.metric_value).toBe(1);
    expect(series).toEqual([
      { time: "2026-03-01T00:00:00.000Z", low: 0.25, high: 0.75 },
      { time: "2026-03-01T01:00:00.000Z", low: 1, high: 1 },
      { time: "2026-03-01T02:00:00.000Z", low: null, high: null },
    ]);
  });

  test("counts all firings, and shows five hundred", () => {
    const given: MetricRows = { metric: "token_usage", rows: [] };
    const steps = summarizeWalk(
      walkMinutes({ ...WATCH, threshold: -1, cooldownMinutes: 0 }, given, { from: at(1), to: at(3000) }),
    );
    let step = steps.next();
    while (!step.done) step = steps.next();
    expect(step.value.count).toBe(3000);
    expect(step.value.firings).toHaveLength(500);
    expect(step.value.firings.map(({ fired_at }) => minuteOf(Date.parse(fired_at)))).toEqual(
      Array.from({ length: 500 }, (_, n) => 3000 - n),
    );
  });
});

describe("an evaluation", () => {
  const rule = { watchingSince: at(0), evaluatedUntil: at(100), windowMinutes: 5 };

  test.each<[string, Partial<typeof rule>, number, number | undefined]>([
    ["looks at the last five minutes again", {}, 101, 96],
    ["not before it began to watch", { watchingSince: at(98) }, 101, 99],
    ["catches up with what it missed", {}, 108, 98],
    ["for no longer than its window", { windowMinutes: 60 }, 500, 440],
    ["or ten minutes", {}, 500, 490],
    ["does nothing twice", {}, 100, undefined],
    ["nor when its clock is behind", {}, 99, undefined],
    ["nor when that is by five minutes", {}, 95, undefined],
    ["goes on when the clock was far ahead and is right again", {}, 94, 89],
    ["also with a rule that was made in that time", { watchingSince: at(90) }, 50, 45],
  ])("%s", (_what, more, to, expected) => {
    const first = firstMinute({ ...rule, ...more }, at(to));
    expect(first === undefined ? undefined : minuteOf(first)).toBe(expected);
  });

  const point = (minute: number, value: number | null, fires = false): Point => ({
    time: at(minute),
    value,
    holds: value !== null && value > 0.5,
    fires,
  });

  test.each<[string, Point[], number | null, object]>([
    ["no points", [], null, { state: "no_data", value: null, firings: [], recoveredAt: null }],
    ["all is well", [point(1, 0.1)], null, { state: "ok", value: 0.1, firings: [], recoveredAt: null }],
    ["nothing to measure", [point(1, 0.1), point(2, null)], null, { state: "no_data", value: null }],
    [
      "it fires",
      [point(1, 0.9, true)],
      null,
      { state: "firing", value: 0.9, firings: [{ firedAt: at(1), value: 0.9, recoveredAt: null }] },
    ],
    ["it still holds, in the cooldown", [point(2, 0.9)], at(1), { state: "firing", firings: [], recoveredAt: null }],
    ["it recovers", [point(2, 0.9), point(3, 0.1), point(4, 0.2)], at(1), { state: "ok", recoveredAt: at(3) }],
    ["it recovers for want of data", [point(2, null)], at(1), { state: "no_data", recoveredAt: at(2) }],
    ["what came before the firing is no recovery", [point(1, 0.1), point(2, 0.9)], at(2), { recoveredAt: null }],
    [
      "it fires, recovers and fires again in one go",
      [point(1, 0.9, true), point(2, 0.1), point(3, 0.8, true)],
      null,
      {
        state: "firing",
        firings: [
          { firedAt: at(1), value: 0.9, recoveredAt: at(2) },
          { firedAt: at(3), value: 0.8, recoveredAt: null },
        ],
        recoveredAt: null,
      },
    ],
  ])("decides: %s", (_what, points, openSince, expected) => {
    expect(decideEvaluation(points, openSince)).toMatchObject(expected);
  });
});
