import type { AuditEvent } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { liveWithAlerts } from "../test/alerts-life.js";
import { liveWithItems } from "../test/audit-life.js";
import { liveAsAdmin } from "../test/admin-life.js";
import { liveWithBudgets } from "../test/budget-life.js";
import { expectedRecords, refusalKey, walk, type Walked, type Walker } from "../test/audit-walk.js";
import { ENDPOINTS as ALL_ENDPOINTS, isLikeAnotherKind } from "../test/endpoints.js";
import { createSend, invitePeople, PASSWORD, type People, type Person, type Send } from "../test/people.js";
import { liveWithFeeds } from "../test/feed-life.js";
import { liveWithGitSync } from "../test/git-sync-life.js";
import { liveWithSecrets } from "../test/secret-life.js";
import { endMcpAccess, liveWithMcpClients } from "../test/mcp-clients.js";
import { liveWithSessions } from "../test/session-life.js";
import { startForgingProvider, type ForgingProvider } from "../test/sso/forging-provider.js";
import { CLIENT } from "../test/sso/openid-provider.js";
import { liveWithSso } from "../test/sso-life.js";
import { envOf } from "../test/sso/env-of.js";
import { startTestServer, type TestServer } from "../test/server.js";
import { largestSize } from "../test/sizes.js";

const ENDPOINTS = ALL_ENDPOINTS.filter(({ name }) => !isLikeAnotherKind(name));

/** Actions of all endpoints that change something and say so when they do; a refresh is recorded when it is refused. */
const CHANGES = new Set<string>(
  ENDPOINTS.flatMap(({ endpoint: { method, readsOnly, audited } }) =>
    audited && audited.calls !== "refused" && method !== "GET" && !readsOnly ? [audited.action] : [],
  ),
);

function isFilledObject(detail: string | null): boolean {
  const parsed: unknown = detail === null ? null : JSON.parse(detail);
  return typeof parsed === "object" && parsed !== null && Object.keys(parsed).length > 0;
}

/** Fewer than the kinds of refusals that are counted one by one. */
const WAY = 9;

describe.each(largestSize)("the audit log of every endpoint ($size)", (on) => {
  let server: TestServer;
  let openId: ForgingProvider;
  let send: Send;
  let people: People & { admin: Person };
  const walked: Walked[] = [];
  const lived: Walked[] = [];
  beforeAll(async () => {
    openId = await startForgingProvider(CLIENT.clientId);
    server = await startTestServer({ on, env: envOf({ oidc: openId }) });
    send = createSend(server);
    people = await invitePeople(server);
    // Whoever is refused many things is counted together: these walk a short way each.
    for (let next = 0; next < ENDPOINTS.length; next += WAY) {
      for (const walker of await newWalkers(next)) {
        for (const named of ENDPOINTS.slice(next, next + WAY)) walked.push(...(await walk(server, named, walker)));
      }
    }
    walked.push(...(await liveWithSessions(server, await people.join(), await people.join("super_admin"))));
    walked.push(await endMcpAccess(server, send, await people.join()));
    const reviewer = { name: "a reviewer", person: await people.join("reviewer") };
    const friend = await people.join();
    for (const owner of [{ name: "their owner", person: await people.join() }, reviewer]) {
      lived.push(...(await liveWithItems({ server, owner, reviewer, friend })));
    }
  });
  afterAll(async () => {
    await server.close();
    await openId.close();
  });

  let secretLife: ReturnType<typeof liveWithSecrets> | undefined;
  const usedSecrets = () => (secretLife ??= liveWithSecrets({ server, send, people }));

  const newWalkers = async (index: number): Promise<Walker[]> => [
    { name: "nobody", person: null, ip: `10.1.1.${index / WAY + 1}` },
    { name: "a user", person: await people.join(), ip: `10.1.2.${index / WAY + 1}` },
    { name: "a super admin", person: await people.join("super_admin"), ip: `10.1.3.${index / WAY + 1}` },
  ];

  const exported = async (): Promise<string> =>
    (await send("GET /admin/audit-log/export?format=jsonl", { token: people.admin.token })).body;
  const recordsByRequest = async (): Promise<Map<string | null, AuditEvent[]>> => {
    const events = (await exported())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as AuditEvent);
    const byRequest = new Map<string | null, AuditEvent[]>();
    for (const event of events) byRequest.set(event.request_id, [...(byRequest.get(event.request_id) ?? []), event]);
    return byRequest;
  };

  test("has exactly the records that the endpoints' declarations promise", async () => {
    const records = await recordsByRequest();
    const refused = new Set<string>();
    for (const each of [...walked, ...lived]) {
      const found = records.get(String(each.answer.headers["x-request-id"])) ?? [];
      const key = refusalKey(each);
      // The same refusal again is counted, unless a minute has gone by.
      if (key !== undefined && refused.has(key) && found.length === 0) continue;
      if (key !== undefined) refused.add(key);
      const expected = expectedRecords(each).map((record) => expect.objectContaining(record) as unknown);
      expect([each.what, found]).toEqual([each.what, expected]);
    }
    expect(walked.length).toBeGreaterThanOrEqual(ENDPOINTS.length * 3);
  });

  test("saw every endpoint that has a record of its own leave it", () => {
    const recorded = new Set(walked.flatMap((each) => expectedRecords(each).map(({ action }) => action)));
    const declared = ENDPOINTS.flatMap(({ endpoint }) => (endpoint.audited ? [endpoint.audited.action] : []));
    expect(declared.filter((action) => !recorded.has(action))).toEqual([]);
  });

  test("saw every change of an item succeed, by its owner and by a reviewer", () => {
    const done = new Set(lived.flatMap((each) => expectedRecords(each).map(({ action }) => action)));
    const declared = ENDPOINTS.flatMap(({ endpoint }) =>
      endpoint.audited && ["registry", "review"].includes(endpoint.module) ? [endpoint.audited.action] : [],
    );
    expect(declared.filter((action) => !done.has(action))).toEqual([]);
    const silent = lived.filter((each) => expectedRecords(each).length === 0);
    expect(new Set(silent.map(({ walker }) => walker.name))).toEqual(new Set(["their owner"]));
  });

  test("says what every change changed, in JSON", async () => {
    await liveAsAdmin({ send, people });
    await liveWithSso({ server, send, people, openId });
    await liveWithGitSync({ server, send, owner: await people.join("reviewer") });
    await liveWithAlerts({ send, owner: await people.join() });
    await liveWithBudgets({ send, owner: await people.join("reviewer") });
    await liveWithFeeds({ send, owner: await people.join() });
    await liveWithMcpClients(server, send, await people.join("reviewer"));
    await usedSecrets();
    const done = [...(await recordsByRequest()).values()].flat().filter(({ outcome }) => outcome === "success");
    const mute = done.filter(({ action, detail }) => CHANGES.has(action) && !isFilledObject(detail));
    expect(mute.map(({ action, detail }) => [action, detail])).toEqual([]);
    const told = new Set(done.map(({ action }) => action));
    expect([...CHANGES].filter((action) => !told.has(action))).toEqual([]);
  });

  test("does not name as its actor whoever a refused registration only pretends to be", async () => {
    const { token, user } = people.admin;
    const setting = "/admin/settings/auth.self_registration_enabled";
    await send(`PUT ${setting}`, { token, body: { value: true } });
    const body = { email: user.email, name: "Not the admin", password: PASSWORD };
    const refused = await send("POST /auth/register", { body });
    await send(`DELETE ${setting}`, { token });
    expect(refused.statusCode).toBe(409);
    expect((await recordsByRequest()).get(String(refused.headers["x-request-id"]))).toMatchObject([
      { action: "auth.register", actor_id: null, actor_email: null, resource_id: null, resource_name: user.email },
    ]);
  });

  test("holds no secret, and neither does the server's own log but for the reset code on the console", async () => {
    const secrets = await usedSecrets();
    const log = await exported();
    const lines = server.lines.filter(({ msg }) => !String(msg).startsWith("Password reset code"));
    const own = lines.map((line) => JSON.stringify(line)).join("\n");
    for (const [what, secret] of Object.entries(secrets)) {
      expect([what, typeof secret, secret.length > 5]).toEqual([what, "string", true]);
      expect([what, "in the audit log", log.includes(secret)]).toEqual([what, "in the audit log", false]);
      expect([what, "in the log", own.includes(secret)]).toEqual([what, "in the log", false]);
    }
    expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(20);
  });
});
