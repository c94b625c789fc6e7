import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE, openAlertWorld, type AlertWorld } from "../../../test/alerts.js";
import type { Person } from "../../../test/people.js";
import { largestSize } from "../../../test/sizes.js";
import { runSql } from "../../platform/relational/index.js";
import { MAX_EXACT_LATENCIES } from "../core/latency-precision.js";
import { latenciesByMinute, type MinuteLatencies, type Together } from "./activity-store.js";
import { createReportStore } from "./report-store.js";

describe.each(largestSize)("the latencies of an alert ($size)", (on) => {
  let world: AlertWorld;
  let ada: Person;
  beforeAll(async () => {
    world = await openAlertWorld(on);
    ada = await world.people.join();
  });
  afterAll(() => world.close());

  const text = (ms: number): string => new Date(ms).toISOString();
  const at = (minute: number): number => world.base + minute * MINUTE;
  /** As pairs of a latency and how often it occurred, by minute. */
  const pairs = (rows: readonly MinuteLatencies[]) =>
    rows.map(({ minute, latencies, counts }) => [
      (Date.parse(minute) - world.base) / MINUTE,
      latencies.map((latency, index) => [latency, counts[index]]).toSorted(([a = 0], [b = 0]) => a - b),
    ]);
  const read = async (first: number, together: Together) => {
    const { relational, analytical } = world.server.platform;
    const period = { from: text(at(first)), to: text(at(first + 10)) };
    return [
      pairs(await latenciesByMinute(relational, { ...period, userIds: [ada.user.id] }, together)),
      pairs(await createReportStore(analytical).reportedLatencies({ ...period, userId: ada.user.id }, together)),
    ];
  };

  test("come with their counts, and those of the minutes that all windows share come together", async () => {
    for (const [minute, calls, latencyMs] of [
      [0, 1, 40],
      [1, 2, 50],
      [2, 3, 50],
      [3, 1, 60],
    ] as const) {
      await world.makeCalls(ada, at(minute), { calls, latencyMs });
      await world.reportCalls(
        ada,
        at(minute),
        "m",
        Array.from({ length: calls }, () => ({ ok: true, latencyMs })),
      );
    }
    const none = { from: text(at(9)), to: text(at(9)) };
    const apart = [
      [0, [[40, 1]]],
      [1, [[50, 2]]],
      [2, [[50, 3]]],
      [3, [[60, 1]]],
    ];
    expect(await read(0, none)).toEqual([apart, apart]);
    const together = [apart[0], [1, [[50, 5]]], apart[3]];
    expect(await read(0, { from: text(at(1)), to: text(at(3)) })).toEqual([together, together]);
  });

  test("are rounded where there are too many, but not in the minutes that come together", async () => {
    await world.makeCalls(ada, at(20), { calls: 1, latencyMs: 2047 });
    await world.makeCalls(ada, at(21), { calls: 1, latencyMs: 1000 });
    await world.makeCalls(ada, at(22), { calls: 1, latencyMs: 7 });
    for (const [minute, latency] of [
      [20, 2047],
      [21, 1000],
      [22, 7],
    ] as const) {
      await world.reportCalls(ada, at(minute), "m", [{ ok: true, latencyMs: latency }]);
    }
    const { relational, analytical } = world.server.platform;
    const many = `(SELECT array_agg(7) FROM generate_series(1, ${MAX_EXACT_LATENCIES}))`;
    const sql = `UPDATE session_activity SET latencies = latencies || ${many} WHERE minute = $1 AND latencies <> '{}'`;
    await runSql(relational, sql, [text(at(22))]);
    await analytical.command(
      `INSERT INTO tool_call_minute (minute, mcp_server_id, user_id, session_id, calls, failures, latencies)
       SELECT parseDateTime64BestEffort('${text(at(22))}', 3, 'UTC'), 'm', '${ada.user.id}', '', 1, 0,
         arrayResize([7.0], ${MAX_EXACT_LATENCIES}, 7.0)`,
    );
    const rounded = [
      [20, [[2047, 1]]],
      [21, [[992, 1]]],
      [22, [[7, MAX_EXACT_LATENCIES + 1]]],
    ];
    expect(await read(20, { from: text(at(20)), to: text(at(21)) })).toEqual([rounded, rounded]);
  });
});
