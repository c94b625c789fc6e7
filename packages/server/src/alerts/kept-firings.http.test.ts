import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE, openAlertWorld, type AlertWorld } from "../../test/alerts.js";
import { largestSize } from "../../test/sizes.js";
import type { Person } from "../../test/people.js";
import { runSql } from "../platform/relational/index.js";
import { MAX_FIRINGS_KEPT } from "./evaluate-alerts.js";

describe.each(largestSize)("the history of an alert rule ($size)", (on) => {
  let world: AlertWorld;
  let ada: Person;
  beforeAll(async () => {
    world = await openAlertWorld(on);
    ada = await world.people.join();
  });
  afterAll(() => world.close());

  const sql = (text: string, values: unknown[]) => runSql(world.server.platform.relational, text, values);
  /** Earlier firings, one a minute until the given time. */
  const fill = (ruleId: string, count: number, until: number, createdAt = new Date()) =>
    sql(
      `WITH fired AS (
         INSERT INTO alert_firing (id, rule_id, metric_value, threshold, condition, fired_at, test, created_at)
         SELECT gen_random_uuid(), $1, 1, 0.5, 'above', $3::timestamptz - n * interval '1 minute', false, $4
         FROM generate_series(0, $2::int - 1) AS n RETURNING id)
       INSERT INTO alert_delivery (firing_id, event, status) SELECT id, 'alert.fired', 'delivered' FROM fired`,
      [ruleId, count, new Date(until).toISOString(), createdAt.toISOString()],
    );
  const kept = async (ruleId: string) => {
    const { rows } = await sql(
      "SELECT count(*)::int AS count, min(fired_at) AS oldest, max(fired_at) AS newest FROM alert_firing WHERE rule_id = $1",
      [ruleId],
    );
    return rows[0] as { count: number; oldest: Date; newest: Date };
  };

  test("keeps the newest thousand firings, with the one that is new", async () => {
    const rule = await world.create(ada, { window_minutes: 1, cooldown_minutes: 0 });
    await fill(rule.id, MAX_FIRINGS_KEPT + 5, world.base);
    await world.makeCalls(ada, world.base + 10 * MINUTE, { calls: 2, failed: 2 });
    await world.evaluate(world.base + 12 * MINUTE);
    const { count, oldest, newest } = await kept(rule.id);
    expect(newest.getTime()).toBe(world.base + 11 * MINUTE);
    expect(count).toBe(MAX_FIRINGS_KEPT);
    expect(oldest.getTime()).toBe(world.base - (MAX_FIRINGS_KEPT - 2) * MINUTE);
    const orphans =
      "SELECT count(*)::int AS count FROM alert_delivery WHERE firing_id NOT IN (SELECT id FROM alert_firing)";
    expect((await sql(orphans, [])).rows).toEqual([{ count: 0 }]);
  });

  test("loses what is older than telemetry is kept, also of a rule that is paused", async () => {
    const rule = await world.create(ada, { window_minutes: 1 });
    await world.send(`PATCH /alerts/${rule.id}`, { token: ada.token, body: { status: "paused" } });
    const day = 24 * 60 * MINUTE;
    const daysAgo = (days: number) => new Date(Date.now() - days * day);
    await fill(rule.id, 3, daysAgo(91).getTime(), daysAgo(91));
    await fill(rule.id, 2, daysAgo(89).getTime(), daysAgo(89));
    await world.evaluate(Date.now());
    expect((await kept(rule.id)).count).toBe(2);
  });
});
