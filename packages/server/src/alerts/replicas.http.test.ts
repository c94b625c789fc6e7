import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE, openAlertWorld, type AlertWorld } from "../../test/alerts.js";
import { eventually } from "../../test/eventually.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { serverSizes, type RunningStores } from "../../test/sizes.js";
import { temporaryDirectory } from "../../test/temporary.js";
import { evaluateAlertsJob } from "./jobs.js";

// Embedded stores serve one process, so there is no other replica that could evaluate.
const atScale = serverSizes.filter(({ size }) => size === "at scale");

if (atScale.length === 0) {
  test("two replicas need stores that they can share", ({ skip }) => {
    skip("TEST_DATABASE_URL and TEST_REDIS_URL name no servers");
  });
}

describe.each(atScale)("rules that two replicas evaluate ($size)", (on) => {
  let stores: RunningStores;
  let world: AlertWorld;
  let other: TestServer;
  beforeAll(async () => {
    stores = await on.start();
    const env = { JWT_KEY_DIR: temporaryDirectory(), SECRET_KEY: "the same on both" };
    world = await openAlertWorld(stores, env);
    other = await startTestServer({ env: { ...stores.env, ...env, OUTBOUND_ALLOWED_HOSTS: world.site.host } });
  });
  afterAll(async () => {
    await other.close();
    await world.close();
    await stores.stop();
  });

  test("fire once, and each firing is delivered once", async () => {
    const eve = await world.people.join();
    const rule = await world.create(eve, {
      webhook_url: `${world.site.url}/once`,
      window_minutes: 30,
      cooldown_minutes: 5,
    });
    await world.makeCalls(eve, world.base, { calls: 4, failed: 4 });
    const now = world.base + 15 * MINUTE;
    await Promise.all([
      ...Array.from({ length: 4 }, () => world.evaluate(now)),
      other.platform.jobs.enqueue(evaluateAlertsJob, {}),
    ]);
    await eventually(async () => {
      const history = await world.history(eve, rule.id);
      expect(history.map(({ delivery_status }) => delivery_status)).toEqual(history.map(() => "delivered"));
      expect(history.length).toBeGreaterThan(0);
    });
    const ids = world.site.requests.map(({ headers }) => headers["x-tackroom-event-id"]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
