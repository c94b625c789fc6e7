import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MetricRows } from "./metric-windows.js";
import { MINUTE_MS, sharedMinutes } from "./minutes.js";
import { walkMinutes, type Point, type Watch } from "./walk-minutes.js";

const START = Date.parse("2026-03-01T00:00:00.000Z");
const at = (minute: number): number => START + minute * MINUTE_MS;
const minuteOf = (time: number): number => (time - START) / MINUTE_MS;

const WATCH: Watch = { threshold: 0.5, condition: "above", windowMinutes: 5, cooldownMinutes: 15 };

const calls = (...rows: [minute: number, calls: number, failures: number][]): MetricRows => ({
  metric: "error_rate",
  rows: rows.map(([minute, made, failures]) => ({ minute: at(minute), calls: made, failures })),
});
const latencies = (...rows: [minute: number, ...latencies: number[]][]): MetricRows => ({
  metric: "latency_p99",
  rows: rows.map(([minute, ...each]) => ({ minute: at(minute), latencies: each, counts: each.map(() => 1) })),
});
const amounts = (metric: "token_usage" | "cost_usd", ...rows: [minute: number, amount: number][]): MetricRows => ({
  metric,
  rows: rows.map(([minute, amount]) => ({ minute: at(minute), amount })),
});
const walk = (given: MetricRows, to: number, watch: Partial<Watch> = {}, firedAt: readonly number[] = []): Point[] => [
  ...walkMinutes({ ...WATCH, ...watch }, given, { from: at(1), to: at(to), firedAt: firedAt.map(at) }),
];
const valuesOf = (points: readonly Point[]): (number | null)[] => points.map(({ value }) => value);
const firedIn = (points: readonly Point[]): number[] =>
  points.filter(({ fires }) => fires).map(({ time }) => minuteOf(time));

describe("the value at the end of a minute", () => {
  test("is over the window that ends then: not the minute that begins, nor what came before the window", () => {
    const values = valuesOf(walk(calls([2, 4, 1], [4, 4, 3]), 8, { windowMinutes: 3 }));
    expect(values).toEqual([null, null, 0.25, 0.25, 0.5, 0.75, 0.75, null]);
  });

  test("is 1 when only the failure of a call is in the window, which took longer than the window is", () => {
    expect(valuesOf(walk(calls([-9, 1, 0], [0, 0, 1]), 1, { windowMinutes: 5 }))).toEqual([1]);
  });

  test("is at most 1 when results outnumber the calls of a short window", () => {
    expect(valuesOf(walk(calls([0, 1, 3]), 1))).toEqual([1]);
  });

  test("counts what happened before the walk, as far as the window reaches", () => {
    const given = calls([-5, 8, 8], [-4, 1, 1], [0, 1, 0]);
    expect(valuesOf(walk(given, 2))).toEqual([0.5, 0]);
  });

  test.each<[string, number[], number]>([
    ["one", [7], 7],
    ["two", [1, 9], 9],
    ["99 and an outlier", [...Array<number>(99).fill(10), 900], 10],
    ["98 and two outliers", [...Array<number>(98).fill(10), 800, 900], 800],
    ["199 and an outlier", [...Array<number>(199).fill(10), 900], 10],
    ["fractions and zero", [0, 0.5, 0.25], 0.5],
    ["descending ones", Array.from({ length: 200 }, (_, n) => 200 - n), 198],
  ])("is the nearest-rank 99th percentile of latencies: %s", (_what, each, expected) => {
    expect(valuesOf(walk(latencies([0, ...each]), 1))).toEqual([expected]);
  });

  test("counts a latency as often as it occurred", () => {
    const rows = [{ minute: at(0), latencies: [10, 900], counts: [198, 2] }];
    const values = (counts: number[]) =>
      valuesOf(walk({ metric: "latency_p99", rows: rows.map((row) => ({ ...row, counts })) }, 1));
    expect([values([198, 2]), values([197, 3])]).toEqual([[10], [900]]);
  });

  test("forgets latencies as they leave the window", () => {
    const given = latencies([0, 500], [1, 20], [3, 30, 10]);
    expect(valuesOf(walk(given, 7, { windowMinutes: 2 }))).toEqual([500, 500, 20, 30, 30, null, null]);
  });

  test("is zero when nothing was used", () => {
    expect(valuesOf(walk(amounts("token_usage", [1, 70], [1, 5]), 4, { windowMinutes: 1 }))).toEqual([0, 75, 0, 0]);
    expect(valuesOf(walk(amounts("cost_usd"), 2))).toEqual([0, 0]);
  });

  test("leaves no rest of a cost behind", () => {
    const given = amounts("cost_usd", [0, 0.1], [1, 0.2], [2, 0.3]);
    const points = walk(given, 6, { windowMinutes: 2, threshold: 0 });
    expect(valuesOf(points)).toEqual([0.1, 0.3, 0.5, 0.3, 0, 0]);
    expect(points.map(({ holds }) => holds)).toEqual([true, true, true, true, false, false]);
  });
});

describe("a rule fires", () => {
  const steady = (minutes: number): MetricRows =>
    calls(...Array.from({ length: minutes }, (_, n): [number, number, number] => [n, 2, 1]));

  test.each<[string, Partial<Watch>, boolean]>([
    ["above, strictly", { condition: "above", threshold: 0.5 }, false],
    ["above", { condition: "above", threshold: 0.49 }, true],
    ["below, strictly", { condition: "below", threshold: 0.5 }, false],
    ["below", { condition: "below", threshold: 0.51 }, true],
  ])("%s", (_what, watch, fires) => {
    expect(firedIn(walk(steady(1), 1, watch)).length > 0).toBe(fires);
  });

  test("not without anything to measure, also not below", () => {
    expect(firedIn(walk(calls(), 9, { condition: "below", threshold: 5 }))).toEqual([]);
  });

  test.each<[cooldown: number, number[]]>([
    [0, [1, 2, 3, 4, 5, 6, 7]],
    [1, [1, 2, 3, 4, 5, 6, 7]],
    [3, [1, 4, 7]],
    [100, [1]],
  ])("again when the cooldown of %i minutes is over", (cooldownMinutes, expected) => {
    expect(firedIn(walk(steady(7), 7, { threshold: 0.1, cooldownMinutes }))).toEqual(expected);
  });

  test("neither twice for a minute, nor near a firing that is known, before or after it", () => {
    const watch = { threshold: 0.1 };
    expect(firedIn(walk(steady(20), 20, { ...watch, cooldownMinutes: 4 }, [10]))).toEqual([1, 5, 14, 18]);
    expect(firedIn(walk(steady(4), 4, { ...watch, cooldownMinutes: 0 }, [2]))).toEqual([1, 3, 4]);
    expect(firedIn(walk(steady(4), 4, { ...watch, cooldownMinutes: 9 }, [-3]))).toEqual([]);
  });
});

/** What the rules say, minute by minute from the beginning, without any cleverness. */
function naiveWalk(watch: Watch, given: MetricRows, from: number, to: number): Omit<Point, "holds">[] {
  const points: Omit<Point, "holds">[] = [];
  let last = -Infinity;
  for (let time = from; time <= to; time += MINUTE_MS) {
    const value = naiveValue(given, time - watch.windowMinutes * MINUTE_MS, time);
    const holds = value !== null && (watch.condition === "above" ? value > watch.threshold : value < watch.threshold);
    const fires = holds && time - last >= watch.cooldownMinutes * MINUTE_MS;
    if (fires) last = time;
    points.push({ time, value, fires });
  }
  return points;
}

function naiveValue(given: MetricRows, from: number, to: number): number | null {
  const within = <Row extends { minute: number }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ minute }) => minute >= from && minute < to);
  if (given.metric === "error_rate") {
    const rows = within(given.rows);
    const made = rows.reduce((sum, row) => sum + row.calls, 0);
    const failed = rows.reduce((sum, row) => sum + row.failures, 0);
    return made + failed === 0 ? null : failed / Math.max(made, failed);
  }
  if (given.metric === "latency_p99") {
    const all = within(given.rows).flatMap((row) => [...row.latencies]);
    return all.toSorted((a, b) => a - b)[Math.ceil((all.length * 99) / 100) - 1] ?? null;
  }
  const micros = within(given.rows).reduce((sum, { amount }) => sum + Math.round(amount * 1e6), 0);
  return micros / 1e6;
}

describe("the walk", () => {
  const minute = fc.integer({ min: -30, max: 120 });
  const rowsOf = <T>(each: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(each, { maxLength: 60 });
  const given: fc.Arbitrary<MetricRows> = fc.oneof(
    rowsOf(fc.tuple(minute, fc.nat(9), fc.nat(9))).map((rows) => calls(...rows)),
    rowsOf(fc.tuple(minute, fc.array(fc.nat(50), { maxLength: 8 }))).map((rows) =>
      latencies(...rows.map(([when, each]): [number, ...number[]] => [when, ...each])),
    ),
    rowsOf(fc.tuple(minute, fc.nat(1000))).map((rows) => amounts("token_usage", ...rows)),
    rowsOf(
      fc.tuple(
        minute,
        fc.nat(1e7).map((micros) => micros / 1e6),
      ),
    ).map((rows) => amounts("cost_usd", ...rows)),
  );
  const watch: fc.Arbitrary<Watch> = fc.record({
    threshold: fc.oneof(fc.constantFrom(0, 0.5, 1), fc.nat(60)),
    condition: fc.constantFrom("above", "below"),
    windowMinutes: fc.integer({ min: 1, max: 40 }),
    cooldownMinutes: fc.nat(30),
  });

  test("says what counting anew says, for any rows in any order", () => {
    fc.assert(
      fc.property(given, watch, fc.nat(30), (rows, rule, first) => {
        const [from, to] = [at(first), at(first + 90)];
        const points = [...walkMinutes(rule, rows, { from, to })].map(({ time, value, fires }) => ({
          time,
          value,
          fires,
        }));
        expect(points).toEqual(naiveWalk(rule, rows, from, to));
      }),
      { numRuns: 300 },
    );
  });

  test("says the same when what happened in the minutes that all windows share is told of the first of them", () => {
    fc.assert(
      fc.property(given, watch, fc.nat(30), fc.nat(60), (rows, rule, first, length) => {
        const [from, to] = [at(first), at(first + length)];
        const shared = sharedMinutes({ from: from - rule.windowMinutes * MINUTE_MS, to }, rule.windowMinutes);
        const isShared = (time: number): boolean => time >= shared.from && time < shared.to;
        const together = (time: number): number => (isShared(time) ? shared.from : time);
        const moved = {
          ...rows,
          rows: rows.rows.map((row) => ({ ...row, minute: together(row.minute) })),
        } as MetricRows;
        expect([...walkMinutes(rule, moved, { from, to })]).toEqual([...walkMinutes(rule, rows, { from, to })]);
      }),
      { numRuns: 300 },
    );
  });

  test("in pieces, each with the firings before it, fires as one walk does", () => {
    fc.assert(
      fc.property(given, watch, fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 12 }), (rows, rule, lengths) => {
        const firings: number[] = [];
        let from = 1;
        for (const length of lengths) {
          // A repeated look at the last minutes adds nothing as long as nothing came late.
          const back = Math.max(1, from - 4);
          const piece = walkMinutes(rule, rows, { from: at(back), to: at(from + length - 1), firedAt: firings });
          firings.push(...[...piece].filter(({ fires }) => fires).map(({ time }) => time));
          from += length;
        }
        const whole = [...walkMinutes(rule, rows, { from: at(1), to: at(from - 1) })];
        expect(firings).toEqual(whole.filter(({ fires }) => fires).map(({ time }) => time));
      }),
      { numRuns: 300 },
    );
  });

  test("finds the incidents of a month, and quickly", () => {
    const MONTH = 31 * 1440;
    const incidents = [
      { from: 2_000, minutes: 30 },
      { from: 20_160, minutes: 3 },
      { from: 44_000, minutes: 500 },
    ];
    const isBad = (n: number): boolean => incidents.some(({ from, minutes }) => n >= from && n < from + minutes);
    const month = Array.from({ length: MONTH }, (_, n) => n);
    const rate = calls(...month.map((n): [number, number, number] => [n, 20, isBad(n) ? 10 : 1]));
    const slow = latencies(
      ...month.map((n): [number, ...number[]] => [n, ...Array<number>(20).fill(isBad(n) ? 9000 : 100)]),
    );
    const began = performance.now();
    // Over five minutes the rate goes from 0.05 to 0.5 in steps of 0.09: above 0.3 at the end of the third bad minute.
    const fired = firedIn(walk(rate, MONTH, { threshold: 0.3, cooldownMinutes: 60 }));
    expect(fired).toEqual([2_003, 20_163, 44_003, 44_063, 44_123, 44_183, 44_243, 44_303, 44_363, 44_423, 44_483]);
    // One slow minute of a day is 1 of 1,440 parts, 15 of them are more than one of a hundred.
    const slowDays = firedIn(walk(slow, MONTH, { threshold: 1000, windowMinutes: 1440, cooldownMinutes: 2880 }));
    expect(slowDays).toEqual([2_015, 44_015]);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
