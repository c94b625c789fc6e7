import type { AuditEvent } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { createAuditLog } from "./index.js";

interface Summary {
  readonly refusals: number;
  readonly first_at: string;
  readonly last_at: string;
  readonly paths: string[];
  readonly scope?: string;
}

describe.each(largestSize)("refused calls ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  beforeEach(async () => {
    server = await startTestServer({ on, env: { RATE_LIMIT_AUTH_STRICT: "10/minute" } });
    send = createSend(server);
    people = await invitePeople(server);
  });
  afterEach(() => server.close());

  const denied = async (action: string): Promise<AuditEvent[]> => {
    const page = { limit: 500, offset: 0 };
    const { items } = await createAuditLog(server.platform).list({ action, outcome: "denied" }, page);
    return items.toReversed();
  };
  const summaryOf = ({ detail }: AuditEvent): Summary => JSON.parse(String(detail)) as Summary;
  const lookAsStranger = (ip: string, path = "/admin/users"): Promise<LightMyRequestResponse> =>
    send(`GET ${path}`, { ip });

  test("of a stranger leave one record at once, and one with their number at the end", async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => lookAsStranger("192.0.2.1")));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    const [first, ...others] = await denied("user.list");
    expect(others).toEqual([]);
    expect(first).toMatchObject({ ip_address: "192.0.2.1", status_code: 401, detail: null });

    await server.app.close();
    const [, summary, ...more] = await denied("user.list");
    expect(more).toEqual([]);
    expect(summary).toMatchObject({ ip_address: "192.0.2.1", status_code: 401, actor_id: null, request_id: null });
    const told = summaryOf(summary as AuditEvent);
    expect(told).toMatchObject({ refusals: 300, paths: ["/api/v1/admin/users"] });
    expect(Date.parse(told.first_at)).toBeLessThanOrEqual(Date.parse(told.last_at));
    expect(first?.timestamp).toBe(told.first_at);
    expect(await createAuditLog(server.platform).verify()).toMatchObject({ ok: true });
  });

  test("are counted by address, by network where it is IPv6, and by endpoint", async () => {
    await lookAsStranger("192.0.2.1");
    await lookAsStranger("192.0.2.2");
    await lookAsStranger("2001:db8::1");
    await lookAsStranger("2001:db8::2");
    await lookAsStranger("2001:db8:0:1::1");
    await lookAsStranger("192.0.2.1", "/admin/settings");
    await server.app.close();
    const listed = await denied("user.list");
    expect(listed.map(({ ip_address, detail }) => [ip_address, detail === null])).toEqual([
      ["192.0.2.1", true],
      ["192.0.2.2", true],
      ["2001:db8::1", true],
      ["2001:db8:0:1::1", true],
      ["2001:db8:0:0::/64", false],
    ]);
    expect(await denied("setting.list")).toHaveLength(1);
  });

  test("of a path with an id are one kind, and the record names some of what was tried", async () => {
    for (let id = 0; id < 30; id++) await send(`PUT /admin/users/${id}/role`, { ip: "192.0.2.1", body: {} });
    await server.app.close();
    const [, summary, ...more] = await denied("user.set_role");
    expect(more).toEqual([]);
    expect(summaryOf(summary as AuditEvent).refusals).toBe(30);
    expect(summaryOf(summary as AuditEvent).paths).toHaveLength(8);
  });

  test("of someone who is signed in are counted for that person, wherever they call from", async () => {
    const { token, user } = await people.join();
    for (let call = 0; call < 20; call++) await send("GET /admin/users", { token, ip: `192.0.2.${call}` });
    await server.app.close();
    const [first, summary, ...more] = await denied("user.list");
    expect(more).toEqual([]);
    expect([first?.actor_id, summary?.actor_id]).toEqual([user.id, user.id]);
    expect(summaryOf(summary as AuditEvent).refusals).toBe(20);
  });

  test("are recorded one by one when they are wrong passwords of an account, until the rate limit counts them", async () => {
    const { user } = await people.join();
    const attempt = (email: string, ip: string): Promise<LightMyRequestResponse> =>
      send("POST /auth/login", { body: { email, password: "Wrong-Horse-7" }, ip });
    for (let call = 0; call < 15; call++) await attempt(user.email, "192.0.2.7");
    for (let call = 0; call < 5; call++) await attempt(`nobody${call}@example.com`, "192.0.2.8");
    await server.app.close();
    const records = await denied("auth.login");
    const of = (status: number, ip: string): (string | null)[] =>
      records.filter((each) => each.status_code === status && each.ip_address === ip).map(({ detail }) => detail);
    const wrong = of(401, "192.0.2.7");
    expect(wrong.length).toBeGreaterThanOrEqual(5);
    expect(of(429, "192.0.2.7")).toEqual([null, expect.stringContaining(`"refusals":${15 - wrong.length}`)]);
    expect(of(401, "192.0.2.8")).toEqual([null, expect.stringContaining('"refusals":5')]);
  });

  test("take bounded room in the log, however many addresses they come from, and none is lost", async () => {
    const TRIES = 1300;
    const ipOf = (index: number): string => `10.0.${Math.floor(index / 250)}.${(index % 250) + 1}`;
    // Many at once, so that they are over before the minute is, on a slow machine too.
    for (let from = 0; from < TRIES; from += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => lookAsStranger(ipOf(from + index))));
    }
    await lookAsStranger(ipOf(0));
    await server.app.close();
    const { relational, analytical } = server.platform;
    await createAuditLog({ ...server.platform, relational, analytical }).list({}, { limit: 1, offset: 0 });
    const rows = await analytical.query<{ detail: string | null; ip_address: string | null }>(
      "SELECT detail, ip_address FROM audit_event WHERE outcome = 'denied' ORDER BY position",
    );
    const summaries = rows.flatMap(({ detail }) => (detail === null ? [] : [JSON.parse(detail) as Summary]));
    expect(rows.length - summaries.length).toBe(1001);
    expect(summaries).toMatchObject([
      { refusals: 2 },
      { refusals: TRIES - 1000, scope: expect.stringContaining("other callers") },
    ]);
  });
});
