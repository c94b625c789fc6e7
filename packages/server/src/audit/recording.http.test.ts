import { randomUUID } from "node:crypto";
import { type AuditAction, endpoint, type AuditEvent } from "@tackroom/contract";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { as, authenticateByKey, idOf } from "../../test/callers.js";
import { testEndpoint } from "../../test/endpoint.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { serverSizes } from "../../test/sizes.js";
import type { Mount } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";

const rename = endpoint({
  ...testEndpoint,
  method: "POST",
  path: "/test/things/:id",
  access: "reviewer",
  audited: { action: "thing.rename" as AuditAction, resource: "thing", sensitivity: "high", calls: "all" },
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({
    name: Type.String(),
    fail: Type.Optional(Type.Enum(["before", "inside", "after", "refusal", "conflict"])),
  }),
});

const limited = endpoint({
  ...testEndpoint,
  method: "GET",
  path: "/test/limited",
  access: "user",
  audited: { action: "thing.look" as AuditAction, sensitivity: "low", calls: "all" },
  limited: { rate: "general" },
});

const quiet = endpoint({
  ...testEndpoint,
  method: "POST",
  path: "/test/quiet/:id",
  access: "user",
  audited: { action: "thing.touch" as AuditAction, resource: "thing", sensitivity: "medium", calls: "when_described" },
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({ tells: Type.Boolean(), acts: Type.Boolean(), fails: Type.Optional(Type.Enum([403, 409])) }),
});

describe.each(serverSizes)("recording calls ($size)", (on) => {
  let server: TestServer;

  function mountTests(mount: Mount): void {
    mount(rename, async ({ params: { id }, body: { name, fail } }, { call }) => {
      if (fail === "before") throw new ServiceError("conflict", "not now");
      call.describeForAudit({ resourceName: name, detail: `to ${name}` });
      let runs = 0;
      const work = async (): Promise<{ id: string }> => {
        runs += 1;
        if (fail === "conflict") call.describeForAudit({ detail: { [`run_${runs}`]: true } });
        if (fail === "conflict" && runs === 1) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
        if (fail === "inside") throw new Error("the act failed");
        return { id };
      };
      if (fail === "refusal") await call.act(work, new ServiceError("not_found", "no such thing"));
      const done = await call.act(work);
      if (fail === "after") throw new Error("failed after the act");
      return done;
    });
    mount(limited, async () => ({}));
    mount(quiet, async ({ body: { tells, acts, fails } }, { call }) => {
      if (tells) call.describeForAudit({ detail: "told" });
      if (acts) await call.act(async () => undefined);
      if (fails) throw new ServiceError(fails === 403 ? "forbidden" : "conflict", "not now");
      return {};
    });
  }

  beforeAll(async () => {
    const extras = { mountMore: mountTests, authenticate: authenticateByKey };
    server = await startTestServer({ on, extras, env: { RATE_LIMIT_AUTH: "10/minute" } });
  });
  afterAll(() => server.close());

  /** From an address of its own, so that no refusal is the repetition of another. */
  const call = (options: InjectOptions): Promise<LightMyRequestResponse> =>
    server.app.inject({ remoteAddress: `10.${callCount++ % 250}.${Math.floor(callCount / 250)}.1`, ...options });
  let callCount = 0;

  const renameTo = (
    payload: unknown,
    headers = as("reviewer", "rob"),
    id: string = randomUUID(),
  ): Promise<LightMyRequestResponse> =>
    call({ method: "POST", url: `/api/v1/test/things/${id}`, headers, payload: payload as object });

  async function log(query: string): Promise<AuditEvent[]> {
    const answer = await call({ url: `/api/v1/admin/audit-log?limit=500&${query}`, headers: as("admin", "ada") });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  }

  async function recordsOf({ headers }: LightMyRequestResponse): Promise<AuditEvent[]> {
    return (await log("")).filter(({ request_id }) => request_id === headers["x-request-id"]);
  }

  test("tells who did what to which thing, when and from where", async () => {
    const id = randomUUID();
    const answer = await renameTo({ name: "Zoë 🐎" }, { ...as("reviewer", "rob"), "user-agent": "tests" }, id);
    expect(answer.statusCode).toBe(200);
    expect(await recordsOf(answer)).toEqual([
      {
        event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        actor_id: idOf("rob"),
        actor_email: "rob@example.com",
        actor_role: "reviewer",
        action: "thing.rename" as AuditAction,
        resource_type: "thing",
        resource_id: id,
        resource_name: "Zoë 🐎",
        http_method: "POST",
        http_path: `/api/v1/test/things/${id}`,
        status_code: 200,
        ip_address: expect.stringMatching(/^10\./),
        user_agent: "tests",
        detail: "to Zoë 🐎",
        sensitivity: "high",
        request_id: answer.headers["x-request-id"],
        outcome: "success",
        duration_ms: expect.any(Number),
        chain_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        source: "api",
      },
    ]);
  });

  test.each([
    ["refused before it acts", { name: "n", fail: "before" }, 409, "client_error"],
    ["whose act fails", { name: "n", fail: "inside" }, 500, "error"],
    ["that acts and is refused", { name: "n", fail: "refusal" }, 404, "not_found"],
    ["that is not valid", { name: 1 }, 422, "client_error"],
  ])("leaves one record of a call %s, and none of success", async (_what, body, status, outcome) => {
    const answer = await renameTo(body);
    expect(answer.statusCode).toBe(status);
    expect(await recordsOf(answer)).toMatchObject([{ status_code: status, outcome, actor_id: idOf("rob") }]);
  });

  test.each([
    ["that tells nothing", { tells: false, acts: false }, []],
    ["that tells nothing of its act", { tells: false, acts: true }, []],
    ["that tells", { tells: true, acts: false }, [{ outcome: "success", detail: "told", resource_id: "7" }]],
    ["that tells of its act", { tells: true, acts: true }, [{ outcome: "success", detail: "told" }]],
    ["that tells and fails", { tells: true, acts: false, fails: 409 }, [{ outcome: "client_error", detail: "told" }]],
    ["that tells nothing and fails", { tells: false, acts: false, fails: 409 }, []],
    ["that is denied", { tells: false, acts: false, fails: 403 }, [{ outcome: "denied", detail: null }]],
  ])("leaves what is due of a call %s, where calls are recorded when told of", async (_what, payload, expected) => {
    const answer = await call({ method: "POST", url: "/api/v1/test/quiet/7", headers: as("user", "ann"), payload });
    const due = expected.map((record) => ({ action: "thing.touch" as AuditAction, sensitivity: "medium", ...record }));
    expect(await recordsOf(answer)).toMatchObject(due);
    expect(await recordsOf(answer)).toHaveLength(expected.length);
  });

  test("keeps the record of what was done when the answer fails afterwards", async () => {
    const answer = await renameTo({ name: "n", fail: "after" });
    expect(answer.statusCode).toBe(500);
    expect(await recordsOf(answer)).toMatchObject([{ outcome: "success" }]);
  });

  test("leaves one record of an act that was repeated, about what the last run did", async () => {
    const answer = await renameTo({ name: "n", fail: "conflict" });
    expect(answer.statusCode).toBe(200);
    const [record, ...others] = await recordsOf(answer);
    expect([record?.outcome, JSON.parse(record?.detail ?? ""), others]).toEqual(["success", { run_2: true }, []]);
  });

  test.each([
    ["nobody", {}, 401, null],
    ["someone with a wrong key", { "x-api-key": "eve" }, 401, null],
    ["a user", as("user", "ann"), 403, idOf("ann")],
  ])("leaves one record when %s is denied", async (_who, headers, status, actor) => {
    const answer = await renameTo({ name: "n" }, headers);
    expect(answer.statusCode).toBe(status);
    expect(await recordsOf(answer)).toMatchObject([
      { action: "thing.rename" as AuditAction, status_code: status, outcome: "denied", actor_id: actor },
    ]);
  });

  test.each([
    ["no JSON", "application/json", '{"name":', 400],
    ["of another type", "text/csv", "name\nx", 415],
  ])("leaves one record of a body that is %s", async (_what, type, payload, status) => {
    const headers = { ...as("reviewer", "rob"), "content-type": type };
    const answer = await call({ method: "POST", url: "/api/v1/test/things/x", headers, payload });
    expect(answer.statusCode).toBe(status);
    expect(await recordsOf(answer)).toMatchObject([{ status_code: status, outcome: "client_error" }]);
  });

  test("stores names that no database likes", async () => {
    const answer = await renameTo({ name: `${"x".repeat(1023)}🐎` });
    expect(answer.statusCode).toBe(200);
    expect(await recordsOf(answer)).toMatchObject([{ resource_name: "x".repeat(1023) }]);
    const refused = await renameTo({ name: "n" }, as("reviewer", "rea"), "a%00b");
    expect(refused.statusCode).toBe(422);
    expect(await recordsOf(refused)).toMatchObject([{ resource_id: "a\uFFFDb", outcome: "client_error" }]);
  });

  test("says where a call came from", async () => {
    const web = await renameTo({ name: "n" }, { ...as("reviewer", "rob"), "x-tackroom-client": "web" });
    const cli = await renameTo({ name: "n" }, { ...as("reviewer", "rob"), "x-tackroom-cli-version": "1.0.0" });
    expect([...(await recordsOf(web)), ...(await recordsOf(cli))].map(({ source }) => source)).toEqual(["web", "cli"]);
  });

  test("records the first call that a rate limit turns away, and counts the others", async () => {
    const user = as("user", randomUUID());
    const answers = [];
    for (let count = 0; count < 12; count++) {
      answers.push(await call({ url: "/api/v1/test/limited", headers: user }));
    }
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(2);
    const [first, second] = refused as [LightMyRequestResponse, LightMyRequestResponse];
    expect(await recordsOf(first)).toMatchObject([
      { action: "thing.look" as AuditAction, status_code: 429, outcome: "denied" },
    ]);
    expect(await recordsOf(second)).toEqual([]);
    expect(await recordsOf(answers[0] as LightMyRequestResponse)).toMatchObject([{ action: "thing.look" }]);
  });

  test("records each of 100 calls at once exactly once, in one unbroken chain", async () => {
    const user = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => renameTo({ name: String(index) }, as("reviewer", user))),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const records = await log(`actor=${user}`);
    expect(records).toHaveLength(100);
    expect(new Set(records.map(({ request_id }) => request_id))).toEqual(
      new Set(answers.map(({ headers }) => headers["x-request-id"])),
    );
    const checked = await call({ url: "/api/v1/admin/audit-log/verify", headers: as("admin", "ada") });
    expect(checked.json()).toMatchObject({ ok: true, first_bad_event_id: null });
    const { rows } = await server.platform.relational.pool.query(
      "SELECT count(*)::int AS waiting FROM audit_outbox WHERE position IS NOT NULL",
    );
    expect(rows).toEqual([{ waiting: 0 }]);
  });
});

describe.each(serverSizes.filter(({ size }) => size === "at scale"))("two servers on one database ($size)", (on) => {
  test("drain one outbox into one chain, and both show all of it", async () => {
    const stores = await on.start();
    const env = { ...stores.env, SECRET_KEY: "the same on both" };
    const start = (): Promise<TestServer> => startTestServer({ env, extras: { authenticate: authenticateByKey } });
    const [one, other] = [await start(), await start()];
    const servers = [one, other];
    const user = randomUUID();
    await one.platform.analytical.command("SYSTEM STOP MERGES audit_event");
    const look = ({ app }: TestServer): Promise<LightMyRequestResponse> =>
      app.inject({ url: "/api/v1/admin/settings", headers: as("admin", user) });
    await Promise.all(Array.from({ length: 200 }, (_, index) => look(index % 2 === 0 ? one : other)));
    for (const { app } of servers) {
      const url = `/api/v1/admin/audit-log?actor=${user}&limit=1`;
      const answer = await app.inject({ url, headers: as("admin", "ada") });
      expect([answer.statusCode, answer.headers["x-total-count"]]).toEqual([200, "200"]);
      const check = await app.inject({ url: "/api/v1/admin/audit-log/verify", headers: as("admin", "ada") });
      expect(check.json()).toMatchObject({ ok: true });
    }
    const rows = await one.platform.analytical.query(
      "SELECT position FROM audit_event GROUP BY position HAVING count() > 1",
    );
    expect(rows).toEqual([]);
    for (const server of servers) await server.close();
    await stores.stop();
  });
});
