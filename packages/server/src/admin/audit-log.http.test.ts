import { createHash, randomUUID } from "node:crypto";
import { AuditEvent, type AuditEvent as Event } from "@tackroom/contract";
import canonicalize from "canonicalize";
import { parse } from "csv-parse/sync";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { as, authenticateByKey } from "../../test/callers.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { createAuditLog } from "../audit/index.js";

const PATH = "/api/v1/admin/audit-log";

describe.each(largestSize)("the audit log of admins ($size)", (on) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ on, extras: { authenticate: authenticateByKey } });
  });
  afterAll(() => server.close());

  const get = (url: string, headers = as("admin", "ada")): Promise<LightMyRequestResponse> =>
    server.app.inject({ url, headers });
  const list = (query: string): Promise<LightMyRequestResponse> => get(`${PATH}?${query}`);
  const actions = async (query: string): Promise<string[]> =>
    (await list(query)).json<Event[]>().map(({ action }) => action);

  /** Events of a user of their own, told by the command line. */
  async function tell(user: string, names: readonly string[], body: object = {}): Promise<void> {
    for (const action of names) {
      const payload = { action, ...body };
      const headers = as("user", user);
      const answer = await server.app.inject({ method: "POST", url: "/api/v1/audit/cli-event", headers, payload });
      expect(answer.json()).toEqual({ status: "ok" });
    }
  }

  test("is read, verified and exported by admins only, and every call of it is recorded", async () => {
    const admin = randomUUID();
    for (const path of ["", "/verify", "/export"]) {
      expect((await get(PATH + path, {})).statusCode).toBe(401);
      expect((await get(PATH + path, as("reviewer", admin))).statusCode).toBe(403);
      expect((await get(PATH + path, as("admin", admin))).statusCode).toBe(200);
    }
    const events = (await list(`actor=${admin}`)).json<Event[]>();
    expect(events.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      "audit_log.export success",
      "audit_log.export denied",
      "audit_log.verify success",
      "audit_log.verify denied",
      "audit_log.read success",
      "audit_log.read denied",
    ]);
  });

  test("shows the newest first, page by page", async () => {
    const user = randomUUID();
    await tell(user, ["one", "two", "three", "four", "five"]);
    const first = await list(`actor=${user}&limit=2`);
    expect(first.json<Event[]>().map(({ action }) => action)).toEqual(["cli.five", "cli.four"]);
    expect(first.headers["x-total-count"]).toBe("5");
    expect(first.headers["link"]).toContain(`<${PATH}?actor=${user}&limit=2&offset=2>; rel="next"`);
    expect(await actions(`actor=${user}&limit=2&offset=4`)).toEqual(["cli.one"]);
    expect(await actions(`actor=${user}&offset=5`)).toEqual([]);
  });

  test("finds by actor, action, resource, sensitivity, outcome and source, and by several at once", async () => {
    const user = randomUUID();
    const kind = `kind-${user}`;
    await tell(user, ["look", "install"], { resource_type: kind, resource_id: "7", resource_name: "x", detail: "d" });
    expect(await actions(`actor=${user}@example.com`)).toEqual(["cli.install", "cli.look"]);
    expect(await actions(`actor=${user.slice(0, 8)}`)).toEqual([]);
    expect(await actions(`actor=${user}&action=cli.look`)).toEqual(["cli.look"]);
    expect(await actions(`resource_type=${kind}`)).toEqual(["cli.install", "cli.look"]);
    expect(await actions(`actor=${user}&source=cli&sensitivity=low&outcome=success`)).toHaveLength(2);
    for (const other of ["source=api", "sensitivity=high", "outcome=denied", "action=look", "resource_type=x"]) {
      expect(await actions(`actor=${user}&${other}`)).toEqual([]);
    }
  });

  test("leaves out reads on request, but never those that were refused", async () => {
    const [admin, user] = [randomUUID(), randomUUID()];
    const path = "/api/v1/admin/settings/review.require_second_reviewer";
    const headers = as("admin", admin);
    await get(path, headers);
    await server.app.inject({ method: "PUT", url: path, headers, payload: { value: true } });
    await get(path, as("user", user));
    expect(await actions(`actor=${admin}`)).toEqual(["setting.set", "setting.read"]);
    expect(await actions(`actor=${admin}&reads=shown`)).toEqual(["setting.set", "setting.read"]);
    const hidden = await list(`actor=${admin}&reads=hidden`);
    expect(hidden.json<Event[]>().map(({ action }) => action)).toEqual(["setting.set"]);
    expect(hidden.headers["x-total-count"]).toBe("1");
    expect(await actions(`actor=${user}&reads=hidden`)).toEqual(["setting.read"]);
    const exported = await get(`${PATH}/export?actor=${admin}&reads=hidden&format=jsonl`);
    expect(exported.body.trim().split("\n")).toHaveLength(1);
    expect((await list("reads=some")).statusCode).toBe(422);
  });

  test("finds by time, both ends included, and takes a date for the whole day", async () => {
    const user = randomUUID();
    await tell(user, ["now"]);
    const [event] = (await list(`actor=${user}`)).json<Event[]>();
    const at = String(event?.timestamp);
    const [day, later] = [at.slice(0, 10), new Date(Date.parse(at) + 1).toISOString()];
    const earlier = new Date(Date.parse(at) - 1).toISOString();
    for (const range of [
      `start_date=${at}&end_date=${at}`,
      `start_date=${day}&end_date=${day}`,
      `end_date=9999-12-31`,
    ]) {
      expect(await actions(`actor=${user}&${range}`)).toEqual(["cli.now"]);
    }
    for (const range of [
      `start_date=${later}`,
      `end_date=${earlier}`,
      "end_date=0001-01-01",
      "start_date=9999-01-01",
    ]) {
      expect(await actions(`actor=${user}&${range}`)).toEqual([]);
    }
  });

  test.each([
    ["start_date=yesterday", "query.start_date"],
    ["end_date=2026-02-30", "query.end_date"],
    ["outcome=maybe", "query.outcome"],
    ["limit=0", "query.limit"],
    ["limit=501", "query.limit"],
    ["offset=-1", "query.offset"],
    ["offset=1000001", "query.offset"],
    ["actor=", "query.actor"],
  ])("refuses %s and says why", async (query, path) => {
    const answer = await list(query);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: "validation_failed", errors: [{ path }] });
  });

  test("exports what anyone can check: each hash follows from the one before and the record", async () => {
    await tell(randomUUID(), ["a", "b"], { detail: 'Zoë 🐎 "quoted"\n\u2028 \\ end' });
    const file = await get(`${PATH}/export?format=jsonl`);
    expect(file.headers["content-type"]).toBe("application/x-ndjson");
    expect(file.headers["content-disposition"]).toBe('attachment; filename="audit-log.jsonl"');
    const events = file.body
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Event);
    let previous = "0".repeat(64);
    for (const { chain_hash, ...event } of events) {
      previous = createHash("sha256")
        .update(previous + String(canonicalize(event)))
        .digest("hex");
      expect(chain_hash).toBe(previous);
    }
    const check = await get(`${PATH}/verify`);
    expect(check.json()).toMatchObject({ ok: true, first_bad_event_id: null });
    expect(check.json<{ checked: number }>().checked).toBeGreaterThan(events.length);
  });

  test("exports a table that no spreadsheet runs, oldest first, with the same filters", async () => {
    const user = randomUUID();
    await tell(user, ["one", "two"], { detail: '=HYPERLINK("http://evil", "a,b")' });
    const file = await get(`${PATH}/export?format=csv&actor=${user}`);
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(file.headers["content-disposition"]).toBe('attachment; filename="audit-log.csv"');
    const rows = parse(file.body, { columns: true });
    expect(rows).toMatchObject([
      { action: "cli.one", detail: `'=HYPERLINK("http://evil", "a,b")`, http_method: "" },
      { action: "cli.two" },
    ]);
    expect(file.body.split("\n")[0]).toBe(Object.keys(AuditEvent.properties).join(","));
    const empty = await get(`${PATH}/export?format=csv&actor=nobody`);
    expect(empty.body).toBe(`${Object.keys(AuditEvent.properties).join(",")}\n`);
    expect((await get(`${PATH}/export?format=jsonl&actor=nobody`)).body).toBe("");
  });

  /** As many events as take three batches to export, told by their numbers. */
  async function tellMany(): Promise<string> {
    const kind = randomUUID();
    await server.platform.relational.pool.query(
      `INSERT INTO audit_outbox (event)
       SELECT $1::jsonb || jsonb_build_object('event_id', gen_random_uuid()::text, 'detail', number::text)
       FROM generate_series(1, 4001) AS number`,
      [JSON.stringify({ ...systemEvent, resource_type: kind })],
    );
    // So many may take longer to store than a reader waits for.
    await eventually(async () => expect((await list("limit=1")).statusCode).toBe(200));
    return kind;
  }

  test("exports more than one batch, each record once", async () => {
    const kind = await tellMany();
    const file = await get(`${PATH}/export?format=jsonl&resource_type=${kind}`);
    const details = file.body
      .trimEnd()
      .split("\n")
      .map((line) => Number((JSON.parse(line) as Event).detail));
    expect(details).toEqual(Array.from({ length: 4001 }, (_, index) => index + 1));
  });

  test("breaks an export off when the store fails, and says so in the log", async () => {
    const resource_type = await tellMany();
    const log = createAuditLog(server.platform);
    const { stream } = await log.export({ resource_type }, "jsonl");
    const chunks = stream[Symbol.asyncIterator]();
    expect((await chunks.next()).done).toBe(false);
    await server.platform.analytical.command("RENAME TABLE audit_event TO audit_event_away");
    const rest = async (): Promise<void> => {
      while (!(await chunks.next()).done);
    };
    await expect(rest()).rejects.toThrow("audit_event");
    await server.platform.analytical.command("RENAME TABLE audit_event_away TO audit_event");
    expect(server.lines).toContainEqual(expect.objectContaining({ msg: "an audit log export was interrupted" }));
  });

  test("refuses a format that it does not write, and a filter that it does not understand, before it begins", async () => {
    expect((await get(`${PATH}/export?format=xml`)).statusCode).toBe(422);
    expect((await get(`${PATH}/export?start_date=soon`)).statusCode).toBe(422);
  });
});

const systemEvent = {
  timestamp: "2026-01-31T09:30:00.125Z",
  actor_id: null,
  actor_email: null,
  actor_role: null,
  action: "test.export",
  resource_id: null,
  resource_name: null,
  http_method: null,
  http_path: null,
  status_code: null,
  ip_address: null,
  user_agent: null,
  sensitivity: "low",
  request_id: null,
  outcome: "success",
  duration_ms: null,
  source: "system",
};
