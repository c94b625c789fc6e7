import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE, openAlertWorld, type AlertWorld } from "../../test/alerts.js";
import { eventually } from "../../test/eventually.js";
import type { Person } from "../../test/people.js";
import { publishItem } from "../../test/registry.js";
import { largestSize } from "../../test/sizes.js";
import type { SeenRequest } from "../../test/web-site.js";
import { runSql } from "../platform/relational/index.js";
import { evaluateAlertsJob } from "./jobs.js";

describe.each(largestSize)("alert rules are evaluated ($size)", (on) => {
  let world: AlertWorld;
  let ada: Person;
  let base: number;
  beforeAll(async () => {
    world = await openAlertWorld(on);
    ada = await world.people.join();
    ({ base } = world);
  });
  afterAll(() => world.close());

  const text = (time: number): string => new Date(time).toISOString();
  const deliveriesOf = (id: string): SeenRequest[] => world.site.requests.filter(({ path }) => path === `/${id}`);
  /** A rule whose webhook can be told from others'. */
  const withWebhook = async (by: Person, body: object = {}) => {
    const rule = await world.create(by, body);
    const patch = { webhook_url: `${world.site.url}/${rule.id}` };
    await world.send(`PATCH /alerts/${rule.id}`, { token: by.token, body: patch });
    return rule;
  };
  const firedAt = async (by: Person, id: string): Promise<string[]> =>
    (await world.history(by, id)).map(({ fired_at }) => fired_at);

  test("a rule fires once at the end of the minute, recovers, and its webhook is told with a signature", async () => {
    const eve = await world.people.join();
    const rule = await withWebhook(eve, { notify_recovery: true });
    expect(rule).toMatchObject({ state: "no_data", last_evaluated_at: null, last_triggered: null });
    await world.makeCalls(eve, base, { calls: 4, failed: 3 });
    await world.evaluate(base);
    expect(await firedAt(eve, rule.id)).toEqual([]);
    await world.evaluate(base + MINUTE + 59_999);
    const [firing] = await world.history(eve, rule.id);
    expect(firing).toMatchObject({
      alert_rule_id: rule.id,
      metric_value: 0.75,
      threshold: 0.5,
      condition: "above",
      fired_at: text(base + MINUTE),
      recovered_at: null,
      test: false,
    });
    expect(await world.get(eve, rule.id)).toMatchObject({
      state: "firing",
      last_value: 0.75,
      last_triggered: text(base + MINUTE),
    });
    for (let minute = 2; minute <= 6; minute++) await world.evaluate(base + minute * MINUTE);
    expect(await world.get(eve, rule.id)).toMatchObject({ state: "no_data", last_value: null });
    const [recovered, ...others] = await eventually(async () => {
      const history = await world.history(eve, rule.id);
      expect(history[0]).toMatchObject({ delivery_status: "delivered", recovery_delivery_status: "delivered" });
      return history;
    });
    expect(others).toEqual([]);
    expect(recovered).toMatchObject({
      recovered_at: text(base + 6 * MINUTE),
      attempts: 1,
      response_code: 204,
      error: null,
    });

    const [fired, ended] = deliveriesOf(rule.id);
    expect(deliveriesOf(rule.id)).toHaveLength(2);
    const told = {
      alert_rule_id: rule.id,
      alert_name: rule.name,
      metric: "error_rate",
      metric_value: 0.75,
      threshold: 0.5,
      condition: "above",
      target_type: "all",
      target_id: "",
      fired_at: text(base + MINUTE),
    };
    expect(JSON.parse(fired?.body ?? "")).toEqual({ event: "alert.fired", ...told });
    expect(JSON.parse(ended?.body ?? "")).toEqual({
      event: "alert.recovered",
      ...told,
      recovered_at: text(base + 6 * MINUTE),
    });
    expect(fired?.headers["x-tackroom-event-id"]).toBe(firing?.id);
    expect(ended?.headers["x-tackroom-event-id"]).toBe(`${firing?.id}:recovered`);
    for (const { headers, body } of deliveriesOf(rule.id)) {
      const timestamp = String(headers["x-tackroom-timestamp"]);
      expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(120);
      const expected = createHmac("sha256", rule.webhook_secret).update(`${timestamp}.${body}`).digest("hex");
      expect(headers["x-tackroom-signature"]).toBe(`sha256=${expected}`);
    }
    const log = await world.send(`GET /admin/audit-log?action=alert.fired`, { token: world.people.admin.token });
    expect(log.json()).toContainEqual(
      expect.objectContaining({ action: "alert.fired", resource_id: rule.id, source: "system" }),
    );
  });

  test("each metric is measured for its target, over what the creator may see", async () => {
    const [eve, admin] = [await world.people.join(), await world.people.join("admin")];
    const time = base + 200 * MINUTE;
    const mcp = await publishItem(world.server, "mcps", ada, { visibility: "owner" });
    const agent = await publishItem(world.server, "agents", ada);
    const slug = mcp.qualified_name.split("/")[1] ?? "";
    await world.makeCalls(ada, time, { calls: 4, failed: 1, server: slug, latencyMs: 250, tokens: 1000 });
    await world.makeCalls(eve, time, { calls: 4, failed: 4, server: slug, latencyMs: 4000 });
    await world.makeCalls(ada, time, {
      calls: 2,
      server: "",
      latencyMs: 9000,
      more: { agent_id: agent.qualified_name },
    });
    await world.makeCalls(ada, time, {
      calls: 1,
      server: "",
      latencyMs: 7000,
      more: { agent_id: "mine", agent_version: "2" },
    });
    await world.reportCalls(ada, time, mcp.id, [
      { ok: false, latencyMs: 20_000.5 },
      { ok: true, latencyMs: 1 },
    ]);
    await world.reportCalls(eve, time, "other", [{ ok: false, latencyMs: 30_000 }]);

    const ofMcp = (target_id: string) => ({ target_type: "mcp", target_id });
    const ofAgent = (target_id: string) => ({ target_type: "agent", target_id });
    const latency = { metric: "latency_p99" };
    const expected: [Person, object, number | null][] = [
      [ada, {}, 2 / 9],
      [ada, latency, 20_000.5],
      [ada, ofMcp(mcp.id), 2 / 6],
      [ada, ofMcp(mcp.qualified_name), 2 / 6],
      [ada, { ...ofMcp(slug), ...latency }, 20_000.5],
      [ada, ofMcp("nothing-of-that-name"), null],
      [ada, { ...ofAgent(agent.id), ...latency }, 9000],
      [ada, { ...ofAgent(agent.qualified_name), ...latency }, 9000],
      [ada, { ...ofAgent("mine"), ...latency }, 7000],
      [ada, { metric: "token_usage" }, 1000],
      [ada, { metric: "token_usage", ...ofAgent(agent.id) }, 0],
      [ada, { metric: "cost_usd" }, 0.003],
      [eve, {}, 1],
      // Hidden from her: what she names is a text like any other, and her own calls to a server of that name count.
      [eve, ofMcp(mcp.id), null],
      [eve, ofMcp(slug), 1],
      [admin, {}, 7 / 14],
      [admin, latency, 30_000],
      [admin, ofMcp(mcp.id), 6 / 10],
    ];
    const rules = [];
    for (const [by, body] of expected) rules.push(await world.create(by, { ...body, threshold: 1e9 }));
    await world.evaluate(time + MINUTE);
    const found = [];
    for (const [index, [by]] of expected.entries()) {
      const rule = rules[index];
      found.push([by.user.username, expected[index]?.[1], (await world.get(by, rule?.id ?? "")).last_value]);
    }
    expect(found).toEqual(expected.map(([by, body, value]) => [by.user.username, body, value]));
    expect(rules[2]).toMatchObject({ target_name: mcp.qualified_name });
    expect(rules[13]).toMatchObject({ target_id: mcp.id, target_name: null });
  });

  test("data that comes late fires its minute, but never twice, nor within the cooldown of a firing", async () => {
    const eve = await world.people.join();
    const time = base + 300 * MINUTE;
    const [rule, patient] = [
      await world.create(eve, { window_minutes: 1, cooldown_minutes: 0 }),
      await world.create(eve, { window_minutes: 1, cooldown_minutes: 3 }),
    ];
    await world.makeCalls(eve, time + 4 * MINUTE, { calls: 1, failed: 1 });
    await world.evaluate(time + 5 * MINUTE);
    expect(await firedAt(eve, rule.id)).toEqual([text(time + 5 * MINUTE)]);
    for (const minute of [-1, 0, 1, 2]) await world.makeCalls(eve, time + minute * MINUTE, { calls: 1, failed: 1 });
    for (const minute of [6, 7, 8]) await world.evaluate(time + minute * MINUTE);
    // What ended five minutes before the last that was evaluated is too late.
    const ends = [5, 3, 2, 1].map((minute) => text(time + minute * MINUTE));
    expect(await firedAt(eve, rule.id)).toEqual(ends);
    expect(await firedAt(eve, patient.id)).toEqual([text(time + 5 * MINUTE), text(time + MINUTE)]);
  });

  test("evaluations at the same moment fire once, and catch up with what was missed", async () => {
    const eve = await world.people.join();
    const time = base + 400 * MINUTE;
    const rule = await withWebhook(eve, { window_minutes: 30, cooldown_minutes: 5, threshold: 0.2 });
    await world.evaluate(time);
    await world.makeCalls(eve, time, { calls: 4, failed: 1 });
    // Nobody has evaluated for a quarter of an hour.
    const now = time + 15 * MINUTE;
    await Promise.all(Array.from({ length: 6 }, () => world.evaluate(now)));
    await world.evaluate(now);
    const ends = [11, 6, 1].map((minute) => text(time + minute * MINUTE));
    expect(await firedAt(eve, rule.id)).toEqual(ends);
    await eventually(() => expect(deliveriesOf(rule.id)).toHaveLength(3));
    const ids = new Set(deliveriesOf(rule.id).map(({ headers }) => headers["x-tackroom-event-id"]));
    expect(ids.size).toBe(3);
  });

  test("the history of a rule is what a preview of it says", async () => {
    const eve = await world.people.join();
    const now = Math.floor(Date.now() / MINUTE) * MINUTE;
    const start = now - 40 * MINUTE;
    const rule = await world.create(eve, { window_minutes: 4, cooldown_minutes: 3, threshold: 0.4 });
    const { relational } = world.server.platform;
    const past = "UPDATE alert_rule SET watching_since = $2, evaluated_until = $2 WHERE id = $1";
    await runSql(relational, past, [rule.id, text(start)]);
    // The rules of other tests would be evaluated forty times with it.
    await runSql(relational, "UPDATE alert_rule SET status = 'paused' WHERE id <> $1", [rule.id]);
    const failures = [0, 0, 2, 4, 4, 1, 0, 0, 3, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 1, 1, 2, 2, 0];
    for (const [minute, failed] of failures.entries()) {
      if (minute % 7 !== 5) await world.makeCalls(eve, start + minute * MINUTE, { calls: 4, failed });
    }
    for (let minute = 1; minute <= 40; minute++) await world.evaluate(start + minute * MINUTE);
    const { name: _name, ...watched } = { ...rule, days: 1 };
    const keys = ["metric", "threshold", "condition", "target_type", "target_id", "window_minutes", "cooldown_minutes"];
    const body = { ...Object.fromEntries(Object.entries(watched).filter(([key]) => keys.includes(key))), days: 1 };
    const preview = (await world.send("POST /alerts/preview", { token: eve.token, body })).json();
    const history = await world.history(eve, rule.id);
    expect(history.length).toBeGreaterThan(3);
    expect(preview.count).toBe(history.length);
    expect(preview.firings).toEqual(history.map(({ fired_at, metric_value }) => ({ fired_at, metric_value })));
    expect(preview.series.length).toBeGreaterThanOrEqual(24);
    // Others see nothing of it, an admin does.
    expect((await world.send("POST /alerts/preview", { token: ada.token, body })).json()).toMatchObject({ count: 0 });
    const byAdmin = await world.send("POST /alerts/preview", { token: world.people.admin.token, body });
    expect(byAdmin.json().count).toBe(history.length);
  });

  test("an edit, a pause or a deactivation ends what the rule watched before", async () => {
    const eve = await world.people.join();
    const time = base + 500 * MINUTE;
    const [edited, paused, left] = [await world.create(eve), await world.create(eve), await world.create(eve)];
    const patch = (id: string, body: object) => world.send(`PATCH /alerts/${id}`, { token: eve.token, body });
    await patch(edited.id, { threshold: 0.9 });
    await patch(paused.id, { status: "paused" });
    await world.makeCalls(eve, time, { calls: 4, failed: 3 });
    await world.evaluate(time + MINUTE);
    const counts = async () => [
      (await firedAt(world.people.admin, edited.id)).length,
      (await firedAt(world.people.admin, paused.id)).length,
      (await firedAt(world.people.admin, left.id)).length,
    ];
    expect(await counts()).toEqual([0, 0, 1]);
    expect(await world.get(eve, paused.id)).toMatchObject({ status: "paused", last_evaluated_at: null });
    const admin = { token: world.people.admin.token };
    await world.send(`PUT /admin/users/${eve.user.id}/active`, { ...admin, body: { active: false } });
    await world.makeCalls(ada, time + 30 * MINUTE, { calls: 4, failed: 4 });
    await runSql(
      world.server.platform.relational,
      "UPDATE session_activity SET user_id = $1 WHERE user_id = $2 AND minute = $3",
      [eve.user.id, ada.user.id, text(time + 30 * MINUTE)],
    );
    await world.evaluate(time + 31 * MINUTE);
    expect(await counts()).toEqual([0, 0, 1]);
    const { token } = await world.people.join("super_admin");
    expect((await world.send(`DELETE /admin/users/${eve.user.id}`, { token })).statusCode).toBe(204);
    expect((await world.send(`GET /alerts/${left.id}`, admin)).statusCode).toBe(404);
  });

  test("one rule that cannot be evaluated does not stop the others", async () => {
    const eve = await world.people.join();
    const time = base + 600 * MINUTE;
    const [broken, sound] = [await world.create(eve), await world.create(eve)];
    const { relational } = world.server.platform;
    const constraint = "alert_rule_no_evaluation";
    await runSql(
      relational,
      `ALTER TABLE alert_rule ADD CONSTRAINT ${constraint} CHECK (id <> '${broken.id}' OR last_evaluated_at IS NULL)`,
      [],
    );
    await world.makeCalls(eve, time, { calls: 1, failed: 1 });
    await world.evaluate(time + MINUTE);
    await runSql(relational, `ALTER TABLE alert_rule DROP CONSTRAINT ${constraint}`, []);
    expect(await firedAt(eve, sound.id)).toEqual([text(time + MINUTE)]);
    expect(await firedAt(eve, broken.id)).toEqual([]);
    expect(JSON.stringify(world.server.lines)).toContain("an alert rule could not be evaluated");
    // What it missed it finds in the next minute.
    await world.evaluate(time + 2 * MINUTE);
    expect(await firedAt(eve, broken.id)).toEqual([text(time + MINUTE)]);
  });

  test("the job evaluates until now", async () => {
    const eve = await world.people.join();
    const rule = await world.create(eve, { metric: "token_usage", condition: "below", threshold: 1 });
    const past = text(Math.floor(Date.now() / MINUTE) * MINUTE - 3 * MINUTE);
    const sql = "UPDATE alert_rule SET watching_since = $2, evaluated_until = $2 WHERE id = $1";
    await runSql(world.server.platform.relational, sql, [rule.id, past]);
    await world.server.platform.jobs.enqueue(evaluateAlertsJob, {});
    await eventually(async () => {
      expect(await world.get(eve, rule.id)).toMatchObject({ state: "firing", last_value: 0 });
      expect((await world.history(eve, rule.id))[0]).toMatchObject({ delivery_status: "delivered", attempts: 0 });
    });
  });
});
