import { randomUUID } from "node:crypto";
import type { AuditEvent } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { as, authenticateByKey } from "../../test/callers.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("events of the command line ($size)", (on) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ on, extras: { authenticate: authenticateByKey } });
  });
  afterAll(() => server.close());

  const tell = (payload: object, headers: Record<string, string>): Promise<LightMyRequestResponse> =>
    server.app.inject({ method: "POST", url: "/api/v1/audit/cli-event", headers, payload });
  const recordsBy = async (user: string): Promise<LightMyRequestResponse> =>
    server.app.inject({ url: `/api/v1/admin/audit-log?actor=${user}`, headers: as("admin", "ada") });

  test("are stored in the caller's name and as a success, whatever they claim", async () => {
    const user = randomUUID();
    const claims = { actor_id: "root", actor_email: "root@example.com", outcome: "denied", source: "system" };
    const answer = await tell(
      {
        action: "mcp.install",
        resource_type: "mcp",
        resource_id: "7",
        resource_name: "time",
        detail: "cursor",
        ...claims,
      },
      { ...as("user", user), "user-agent": "tack/1.0" },
    );
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: "ok" }]);
    expect((await recordsBy(user)).json()).toMatchObject([
      {
        action: "cli.mcp.install",
        actor_id: user,
        actor_email: `${user}@example.com`,
        actor_role: "user",
        outcome: "success",
        source: "cli",
        resource_type: "mcp",
        resource_id: "7",
        resource_name: "time",
        detail: "cursor",
        user_agent: "tack/1.0",
        ip_address: "127.0.0.1",
        request_id: answer.headers["x-request-id"],
        sensitivity: "low",
      },
    ]);
  });

  test("are stored without secrets", async () => {
    const user = randomUUID();
    const secret = `ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)}`;
    await tell({ action: "odd", resource_name: secret, detail: `--token ${secret}` }, as("user", user));
    const [record] = (await recordsBy(user)).json();
    expect(record).toMatchObject({ action: "cli.odd", resource_name: "**REDACTED**" });
    expect(JSON.stringify(record)).not.toContain(secret);
  });

  test("keep half a character from breaking the log", async () => {
    const user = randomUUID();
    const payload = '{"action":"odd","detail":"\\ud83d"}';
    const headers = { ...as("user", user), "content-type": "application/json" };
    const answer = await server.app.inject({ method: "POST", url: "/api/v1/audit/cli-event", headers, payload });
    expect(answer.json()).toEqual({ status: "ok" });
    expect((await recordsBy(user)).json()).toMatchObject([{ detail: "\uFFFD" }]);
  });

  test("are refused without credentials, without a proper action, and when they are large", async () => {
    const user = as("user", randomUUID());
    expect((await tell({ action: "x" }, {})).statusCode).toBe(401);
    for (const action of ["", "Install", "-x", "a b", "a".repeat(65), undefined]) {
      expect((await tell({ action }, user)).statusCode).toBe(422);
    }
    const fits = { action: "x", detail: "y".repeat(1024 - '{"action":"x","detail":""}'.length) };
    expect((await tell(fits, user)).statusCode).toBe(200);
    for (const large of [
      { ...fits, detail: `${fits.detail}y` },
      { ...fits, other: 1 },
    ]) {
      const refused = await tell(large, user);
      expect(refused.statusCode).toBe(422);
      expect(refused.json()).toMatchObject({ code: "validation_failed", errors: [{ path: "body" }] });
    }
  });

  test("are dropped beyond sixty a minute, for each user by themselves", async () => {
    const [busy, calm] = [randomUUID(), randomUUID()];
    const answers = [];
    for (let count = 0; count < 62; count++) answers.push((await tell({ action: "x" }, as("user", busy))).json());
    expect(answers.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => ({ status: "ok" })));
    expect(answers.slice(60)).toEqual([{ status: "dropped" }, { status: "dropped" }]);
    expect((await tell({ action: "x" }, as("user", calm))).json()).toEqual({ status: "ok" });
    expect((await recordsBy(busy)).headers["x-total-count"]).toBe("60");
    expect((await recordsBy(calm)).json<AuditEvent[]>()).toHaveLength(1);
  });
});
