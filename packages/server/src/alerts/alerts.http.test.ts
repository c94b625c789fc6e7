import { randomUUID } from "node:crypto";
import type { AuditEvent } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAlertWorld, RULE, type AlertWorld } from "../../test/alerts.js";
import { verdict, type Person } from "../../test/people.js";
import { publishItem } from "../../test/registry.js";
import { largestSize } from "../../test/sizes.js";
import { Secret } from "../platform/config/index.js";
import { runSql } from "../platform/relational/index.js";
import { openSealing } from "../platform/sealing/index.js";
import { findRule, type Rule } from "./rule-store.js";
import { openWebhookSecret, resealWebhookSecrets } from "./webhook-secrets.js";

describe.each(largestSize)("alert rules ($size)", (on) => {
  let world: AlertWorld;
  let [ada, bob, admin]: Person[] = [];
  beforeAll(async () => {
    world = await openAlertWorld(on);
    [ada, bob] = [await world.people.join(), await world.people.join("reviewer")];
    admin = await world.people.join("admin");
  });
  afterAll(() => world.close());

  const ask = (by: Person | undefined, line: Parameters<AlertWorld["send"]>[0], body?: object) =>
    world.send(line, { token: by?.token, ...(body ? { body } : {}) });
  const submit = (by: Person | undefined, more: object = {}): Promise<LightMyRequestResponse> =>
    ask(by, "POST /alerts", { ...RULE, ...more });

  test("are created with defaults, and a secret that is shown once and sealed", async () => {
    const answer = await submit(ada);
    expect(answer.statusCode).toBe(201);
    const { webhook_secret, ...rule } = answer.json();
    expect(webhook_secret).toMatch(/^[0-9a-f]{64}$/);
    expect(rule).toEqual({
      id: expect.any(String),
      ...RULE,
      target_type: "all",
      target_id: "",
      target_name: null,
      webhook_url: "",
      notify_recovery: false,
      webhook_secret_last4: webhook_secret.slice(-4),
      window_minutes: 5,
      cooldown_minutes: 15,
      status: "active",
      state: "no_data",
      last_value: null,
      last_evaluated_at: null,
      last_triggered: null,
      created_by: ada?.user.id,
      created_at: expect.any(String),
    });
    expect(answer.headers["location"]).toBe(`/api/v1/alerts/${rule.id}`);
    expect((await ask(ada, `GET /alerts/${rule.id}`)).json()).toEqual(rule);
    expect((await ask(ada, "GET /alerts?limit=1")).json()).toEqual([rule]);
    const { rows } = await runSql(world.server.platform.relational, "SELECT * FROM alert_rule WHERE id = $1", [
      rule.id,
    ]);
    const { webhook_secret: sealed } = rows[0] as { webhook_secret: Uint8Array };
    expect(Buffer.from(sealed).toString("latin1")).not.toContain(webhook_secret);
  });

  test.each<[string, object, string]>([
    ["an unknown metric", { metric: "happiness" }, "body.metric"],
    ["an unknown condition", { condition: "equal" }, "body.condition"],
    ["an unknown target", { target_type: "skill", target_id: "x" }, "body.target_type"],
    ["no target", { target_type: "agent" }, "body.target_id"],
    ["a blank target", { target_type: "mcp", target_id: "  " }, "body.target_id"],
    ["tokens of a server", { target_type: "mcp", target_id: "x", metric: "token_usage" }, "body.metric"],
    ["the cost of a server", { target_type: "mcp", target_id: "x", metric: "cost_usd" }, "body.metric"],
    ["a threshold that is none", { threshold: "high" }, "body.threshold"],
    ["an empty window", { window_minutes: 0 }, "body.window_minutes"],
    ["a window of more than a day", { window_minutes: 1441 }, "body.window_minutes"],
    ["a negative cooldown", { cooldown_minutes: -1 }, "body.cooldown_minutes"],
    ["no name", { name: "" }, "body.name"],
    ["a name with text that nobody sees", { name: "a\u202Eb" }, "body.name"],
    ["a webhook that is no URL", { webhook_url: "hooks.example.com" }, "body.webhook_url"],
    ["a webhook of another protocol", { webhook_url: "ftp://example.com/" }, "body.webhook_url"],
    ["a loopback webhook", { webhook_url: "http://127.0.0.1:9/" }, "body.webhook_url"],
    ["a metadata webhook", { webhook_url: "http://169.254.169.254/latest" }, "body.webhook_url"],
    ["a webhook with a password", { webhook_url: "https://me:pw@example.com/" }, "body.webhook_url"],
  ])("are refused with %s", async (_what, more, path) => {
    const refused = await submit(ada, more);
    expect(verdict(refused)).toEqual([422, "validation_failed"]);
    expect(refused.json().errors).toEqual([{ path, message: expect.any(String) }]);
  });

  test("take a plain http webhook of a public host, as the contract has it", async () => {
    expect((await submit(ada, { webhook_url: "http://hooks.invalid/x" })).statusCode).toBe(201);
  });

  test("name a target only to those who see it", async () => {
    const hidden = await publishItem(world.server, "mcps", ada as Person, { visibility: "owner" });
    const target = { target_type: "mcp", target_id: hidden.id };
    expect((await submit(ada, target)).json()).toMatchObject({ ...target, target_name: hidden.qualified_name });
    const [ofHidden, ofNothing] = [
      await submit(bob, target),
      await submit(bob, { ...target, target_id: randomUUID() }),
    ];
    expect([ofHidden.statusCode, ofHidden.json().target_name]).toEqual([201, null]);
    expect([ofNothing.statusCode, ofNothing.json().target_name]).toEqual([201, null]);
  });

  test("are one's own business, and the admins'", async () => {
    const rule = await world.create(ada as Person);
    const lines = [
      `GET /alerts/${rule.id}`,
      `GET /alerts/${rule.id}/history`,
      `PATCH /alerts/${rule.id}`,
      `POST /alerts/${rule.id}/test`,
      `DELETE /alerts/${rule.id}`,
    ] as const;
    for (const line of lines) {
      const body = line.startsWith("PATCH") ? { name: "Theirs" } : undefined;
      expect([line, ...verdict(await ask(bob, line, body))]).toEqual([line, 403, "forbidden"]);
      const absent = line.replace(rule.id, randomUUID()) as typeof line;
      expect([line, ...verdict(await ask(bob, absent, body))]).toEqual([line, 404, "not_found"]);
    }
    const listed = async (by: Person | undefined): Promise<string[]> =>
      (await ask(by, "GET /alerts?limit=200")).json<{ id: string }[]>().map(({ id }) => id);
    expect(await listed(bob)).not.toContain(rule.id);
    expect(await listed(admin)).toContain(rule.id);
    expect((await ask(admin, `PATCH /alerts/${rule.id}`, { name: "Ours" })).json()).toMatchObject({
      name: "Ours",
      created_by: ada?.user.id,
    });
    expect((await ask(admin, `DELETE /alerts/${rule.id}`)).statusCode).toBe(204);
    expect(verdict(await ask(ada, `GET /alerts/${rule.id}`))).toEqual([404, "not_found"]);
  });

  test("are changed in part, and recorded without the path of the webhook", async () => {
    const rule = await world.create(ada as Person, { webhook_url: "https://one.invalid/token-1" });
    const change = {
      threshold: 0.9,
      status: "paused",
      webhook_url: "https://two.invalid/token-2",
      cooldown_minutes: 0,
    };
    const { webhook_secret: _secret, ...shown } = rule;
    expect((await ask(ada, `PATCH /alerts/${rule.id}`, change)).json()).toEqual({ ...shown, ...change });
    expect(verdict(await ask(ada, `PATCH /alerts/${rule.id}`, {}))).toEqual([422, "validation_failed"]);
    expect(verdict(await ask(ada, `PATCH /alerts/${rule.id}`, { webhook_url: "http://10.0.0.1/" }))).toEqual([
      422,
      "validation_failed",
    ]);
    expect((await ask(ada, `PATCH /alerts/${rule.id}`, { webhook_url: "" })).json()).toMatchObject({ webhook_url: "" });
    const log = await ask(world.people.admin, `GET /admin/audit-log?actor=${ada?.user.id}&limit=500`);
    const records = log
      .json<AuditEvent[]>()
      .filter(({ resource_id, outcome }) => resource_id === rule.id && outcome === "success");
    expect(records.map(({ action }) => action).toSorted()).toEqual(["alert.create", "alert.update", "alert.update"]);
    const details = JSON.stringify(records.map(({ detail }) => detail));
    expect(details).toContain("two.invalid");
    expect(details).not.toMatch(/token-|webhook_secret/);
  });

  test("are a hundred at most for each user, however many ask at once", async () => {
    const eve = await world.people.join();
    for (let made = 0; made < 98; made++) await world.create(eve);
    const answers = await Promise.all(Array.from({ length: 4 }, () => submit(eve)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 201, 400, 400]);
    expect(answers.map(verdict)).toContainEqual([400, "invalid_state"]);
    expect((await ask(eve, "GET /alerts?limit=1")).headers["x-total-count"]).toBe("100");
  });

  test("can be tested: once for each call, without an effect on the rule", async () => {
    const rule = await world.create(ada as Person, { webhook_url: `${world.site.url}/tested` });
    const before = (await ask(ada, `GET /alerts/${rule.id}`)).json();
    const tested = await ask(ada, `POST /alerts/${rule.id}/test`);
    expect([tested.statusCode, tested.json()]).toMatchObject([
      200,
      {
        alert_rule_id: rule.id,
        test: true,
        delivery_status: "delivered",
        attempts: 1,
        response_code: 204,
        error: null,
      },
    ]);
    world.answer = (_request, response) => void response.writeHead(500).end();
    expect((await ask(ada, `POST /alerts/${rule.id}/test`)).json()).toMatchObject({
      delivery_status: "failed",
      attempts: 1,
      response_code: 500,
    });
    world.answer = (_request, response) => void response.writeHead(204).end();
    const requests = world.site.requests.filter(({ path }) => path === "/tested");
    expect(requests.map(({ body }) => JSON.parse(body).event)).toEqual(["alert.test", "alert.test"]);
    expect(requests[0]?.headers["x-tackroom-event-id"]).toBe(tested.json().id);
    expect(requests[0]?.headers["x-tackroom-signature"]).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect((await ask(ada, `GET /alerts/${rule.id}`)).json()).toEqual(before);
    expect((await world.history(ada as Person, rule.id)).map(({ test: isTest }) => isTest)).toEqual([true, true]);
    const silent = await world.create(ada as Person);
    expect(verdict(await ask(ada, `POST /alerts/${silent.id}/test`))).toEqual([400, "invalid_state"]);
  });

  test("have secrets that are sealed anew with a new key, and do not open elsewhere", async () => {
    const rule = await world.create(ada as Person);
    const { config, relational } = world.server.platform;
    const old = openSealing(config);
    const stored = (await findRule(relational, rule.id)) as Rule;
    expect(openWebhookSecret(old, stored)).toBe(rule.webhook_secret);
    expect(openWebhookSecret(old, { ...stored, id: randomUUID() })).toBeUndefined();
    const lost = openSealing({ ...config, secretKey: new Secret("another"), oldSecretKey: null });
    const failing = relational.transaction(async (tx) => {
      const { unreadable } = await resealWebhookSecrets(lost, tx);
      expect(unreadable).toContain(`the webhook secret of alert rule ${rule.id}`);
      throw new Error("not kept");
    });
    await expect(failing).rejects.toThrow("not kept");
  });
});
