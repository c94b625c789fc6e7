import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE, openAlertWorld, type AlertWorld } from "../../test/alerts.js";
import { eventually } from "../../test/eventually.js";
import type { Person } from "../../test/people.js";
import { largestSize } from "../../test/sizes.js";
import type { SeenRequest } from "../../test/web-site.js";
import { runSql } from "../platform/relational/index.js";
import { deliverAlertsJob } from "./jobs.js";

describe.each(largestSize)("webhooks of alert rules ($size)", (on) => {
  let world: AlertWorld;
  let base: number;
  beforeAll(async () => {
    world = await openAlertWorld(on);
    ({ base } = world);
  });
  afterAll(() => world.close());

  const deliveriesOf = (id: string): SeenRequest[] => world.site.requests.filter(({ path }) => path === `/${id}`);
  /** A rule whose webhook can be told from others'. */
  const withWebhook = async (by: Person, body: object = {}) => {
    const rule = await world.create(by, body);
    const patch = { webhook_url: `${world.site.url}/${rule.id}` };
    await world.send(`PATCH /alerts/${rule.id}`, { token: by.token, body: patch });
    return rule;
  };

  test.each<[string, number[], object]>([
    ["recovers", [500, 503, 200], { delivery_status: "delivered", attempts: 3, response_code: 200, error: null }],
    ["stays broken", [500, 500, 502, 200], { delivery_status: "failed", attempts: 3, response_code: 502 }],
    ["refuses", [410, 200], { delivery_status: "failed", attempts: 1, response_code: 410 }],
    ["redirects", [302, 200], { delivery_status: "failed", attempts: 1, response_code: 302 }],
  ])("a webhook that %s is called as often as the contract says", async (_what, statuses, expected) => {
    const eve = await world.people.join();
    const time = base + 700 * MINUTE;
    const rule = await withWebhook(eve);
    const left = [...statuses];
    world.answer = ({ path }, response) =>
      void response.writeHead(path === `/${rule.id}` ? (left.shift() ?? 204) : 204, { location: "/elsewhere" }).end();
    await world.makeCalls(eve, time, { calls: 1, failed: 1 });
    await world.evaluate(time + MINUTE);
    await eventually(async () => expect((await world.history(eve, rule.id))[0]?.delivery_status).not.toBe("pending"));
    const [firing] = await world.history(eve, rule.id);
    expect(firing).toMatchObject(expected);
    expect(deliveriesOf(rule.id)).toHaveLength((expected as { attempts: number }).attempts);
    expect(new Set(deliveriesOf(rule.id).map(({ headers }) => headers["x-tackroom-event-id"]))).toEqual(
      new Set([firing?.id]),
    );
    world.answer = (_request, response) => void response.writeHead(204).end();
  });

  test("a recovery is told after its firing, however long that takes", async () => {
    const eve = await world.people.join();
    const time = base + 750 * MINUTE;
    const rule = await withWebhook(eve, { notify_recovery: true });
    const left = [500, 503];
    world.answer = ({ path }, response) =>
      void response.writeHead(path === `/${rule.id}` ? (left.shift() ?? 204) : 204).end();
    await world.makeCalls(eve, time, { calls: 1, failed: 1 });
    await world.evaluate(time + MINUTE);
    await world.evaluate(time + 7 * MINUTE);
    await eventually(async () =>
      expect((await world.history(eve, rule.id))[0]?.recovery_delivery_status).toBe("delivered"),
    );
    const events = deliveriesOf(rule.id).map(({ body }) => (JSON.parse(body) as { event: string }).event);
    expect(events).toEqual(["alert.fired", "alert.fired", "alert.fired", "alert.recovered"]);
    world.answer = (_request, response) => void response.writeHead(204).end();
  });

  test("a delivery whose process died is sent again when its lease has ended, with the same event id", async () => {
    const eve = await world.people.join();
    const time = base + 800 * MINUTE;
    const rule = await withWebhook(eve);
    await world.makeCalls(eve, time, { calls: 1, failed: 1 });
    await world.evaluate(time + MINUTE);
    await eventually(() => expect(deliveriesOf(rule.id)).toHaveLength(1));
    const [firing] = await eventually(async () => {
      const history = await world.history(eve, rule.id);
      expect(history[0]?.delivery_status).toBe("delivered");
      return history;
    });
    // As if it had died between the answer and its commit.
    const sql = `UPDATE alert_delivery SET status = 'pending', attempts = 0, leased_until = now() + $2 * interval '1 second' WHERE firing_id = $1`;
    await runSql(world.server.platform.relational, sql, [firing?.id, -1]);
    await world.server.platform.jobs.enqueue(deliverAlertsJob, {});
    await eventually(() => expect(deliveriesOf(rule.id)).toHaveLength(2));
    const ids = deliveriesOf(rule.id).map(({ headers }) => headers["x-tackroom-event-id"]);
    expect(ids).toEqual([firing?.id, firing?.id]);
  });

  test("a host that is no longer allowed is not called", async () => {
    const eve = await world.people.join();
    const time = base + 900 * MINUTE;
    const rule = await world.create(eve);
    const sql = "UPDATE alert_rule SET webhook_url = 'http://169.254.169.254/latest?token=s3cret' WHERE id = $1";
    await runSql(world.server.platform.relational, sql, [rule.id]);
    await world.makeCalls(eve, time, { calls: 1, failed: 1 });
    await world.evaluate(time + MINUTE);
    const [firing] = await eventually(async () => {
      const history = await world.history(eve, rule.id);
      expect(history[0]?.delivery_status).toBe("failed");
      return history;
    });
    expect(firing).toMatchObject({ attempts: 1, response_code: null, error: expect.stringContaining("link-local") });
    expect(firing?.error).not.toContain("s3cret");
  });
});
