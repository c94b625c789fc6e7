import { randomUUID } from "node:crypto";
import { ROLES } from "@tackroom/contract";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERY_TYPE, stockShelf, submissionOf, type Shelf, type Shown } from "../../test/items.js";
import { createMcp, REVISION, type Mcp } from "../../test/mcp.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../test/telemetry.js";
import { prompt } from "../../test/transcripts.js";

interface Found {
  readonly total: number;
  readonly items: readonly { readonly id: string; readonly type: string; readonly name: string }[];
}

describe.each(largestSize)("the registry as an MCP server ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { readonly admin: Person };
  let shelf: Shelf;
  let telemetry: Telemetry;
  let mcp: Mcp;
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    shelf = stockShelf(send, people.admin);
    telemetry = createTelemetry(send);
    mcp = createMcp(server);
    ada = await people.join();
  });
  afterAll(() => server.close());

  const bearer = ({ token }: Person): Record<string, string> => ({ authorization: `Bearer ${token}` });
  const initialize = (protocolVersion: string) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } },
  });

  describe("the protocol", () => {
    test.each(["2025-06-18", "2025-11-25"])("%s begins with initialize and needs no session", async (version) => {
      const answer = await mcp.post(initialize(version), bearer(ada));
      expect([answer.statusCode, answer.headers["mcp-session-id"]]).toEqual([200, undefined]);
      expect(answer.body).toContain(`"protocolVersion":"${version}"`);
      const done = { jsonrpc: "2.0", method: "notifications/initialized" };
      const headers = { ...bearer(ada), "mcp-protocol-version": version };
      expect((await mcp.post(done, headers)).statusCode).toBe(202);
      const listed = await mcp.post({ jsonrpc: "2.0", id: 2, method: "tools/list" }, headers);
      expect(listed.body).toContain('"name":"search"');
    });

    test.each(["2024-11-05", "2025-03-26", "1999-01-01"])("offers another revision to a client of %s", async (old) => {
      const answer = await mcp.post(initialize(old), bearer(ada));
      expect(answer.body).toMatch(/"protocolVersion":"2025-11-25"/);
    });

    test("of the latest revision is discovered, and says how long answers may be kept", async () => {
      const discovered = (await mcp.ask("server/discover", {}, bearer(ada))).json();
      expect(discovered.result).toMatchObject({
        resultType: "complete",
        supportedVersions: [REVISION],
        ttlMs: expect.any(Number) as number,
        cacheScope: "public",
        capabilities: { tools: {} },
      });
      const { result } = (await mcp.ask("tools/list", {}, bearer(ada))).json();
      expect(result).toMatchObject({ resultType: "complete", cacheScope: "public" });
      expect(result.tools.map(({ name }: { name: string }) => name)).toEqual([
        "search",
        "get",
        "install",
        "my_sessions",
        "session_events",
      ]);
      for (const { annotations } of result.tools) expect(annotations.readOnlyHint).toBe(true);
      // What has a default need not be sent.
      const required = result.tools.map(
        ({ inputSchema }: { inputSchema: { required: string[] } }) => inputSchema.required,
      );
      expect(required).toEqual([[], ["item"], ["item", "harness"], [], ["session_id"]]);
    });

    test("refuses what it does not know with the status that the revision demands", async () => {
      const unknownMethod = await mcp.ask("nothing/known", {}, bearer(ada));
      expect([unknownMethod.statusCode, unknownMethod.json().error.code]).toEqual([404, -32601]);
      const unknownTool = await mcp.ask("tools/call", { name: "drop" }, bearer(ada));
      expect(unknownTool.json().error).toMatchObject({ code: -32602, message: expect.stringContaining("search, get") });
      const version = { ...bearer(ada), "mcp-protocol-version": "2031-01-01" };
      expect((await mcp.post({ jsonrpc: "2.0", id: 1, method: "tools/list" }, version)).statusCode).toBe(400);
      const mismatch = await mcp.ask("tools/list", {}, { ...bearer(ada), "mcp-method": "tools/call" });
      expect(mismatch.statusCode).toBe(400);
      const batch = await mcp.post([initialize("2025-06-18"), initialize("2025-06-18")], bearer(ada));
      expect([batch.statusCode, batch.json().code]).toEqual([422, "validation_failed"]);
      for (const method of ["GET", "DELETE"] as const) {
        expect((await server.app.inject({ method, url: "/mcp", headers: bearer(ada) })).statusCode).toBe(405);
      }
    });

    test("is closed to web pages from elsewhere", async () => {
      const from = (origin: string) => mcp.ask("tools/list", {}, { ...bearer(ada), origin });
      for (const origin of ["https://evil.example", "null", "http://localhost.evil.example"]) {
        expect([origin, (await from(origin)).statusCode]).toEqual([origin, 403]);
      }
      for (const origin of ["http://localhost:8000", "http://127.0.0.1:6274"]) {
        expect([origin, (await from(origin)).statusCode]).toEqual([origin, 200]);
      }
    });

    test("by the official client works over HTTP, with a key in either header", async () => {
      const url = new URL("/mcp", await server.app.listen({ host: "127.0.0.1", port: 0 }));
      const { key } = (await send("POST /keys", { token: ada.token, body: { name: randomUUID() } })).json();
      for (const headers of [{ authorization: `Bearer ${key}` }, { "x-api-key": key }] as Record<string, string>[]) {
        const client = new Client({ name: "test", version: "1.0.0" });
        await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
        const { tools } = await client.listTools();
        expect(tools).toHaveLength(5);
        const found = await client.callTool({ name: "search", arguments: { query: "anything" } });
        expect(found.isError).toBeFalsy();
        await client.close();
      }
    });
  });

  describe("who calls", () => {
    test("must say so: anyone else is told where to ask for permission", async () => {
      const nobody = await mcp.ask("tools/list", {}, {});
      expect(nobody.statusCode).toBe(401);
      expect(nobody.headers["www-authenticate"]).toMatch(/^Bearer /);
      const hooks = await send("POST /auth/hooks-token", { token: ada.token });
      const withHooks = await mcp.ask("tools/list", {}, { authorization: `Bearer ${hooks.json().access_token}` });
      expect(withHooks.statusCode).toBe(403);
    });

    test("finds and reads exactly what the same account finds and reads otherwise", async () => {
      const word = `aurochs${randomUUID().slice(0, 8)}`;
      const items: Shown[] = [];
      for (const { type } of EVERY_TYPE) {
        for (const visibility of ["public", "owner"]) {
          items.push(await shelf.publish(type, ada, { description: `${word} keeper`, visibility }));
        }
      }
      const pending = await shelf.submit("skills", ada, { description: `${word} keeper` });
      const askers = [ada, ...(await Promise.all(ROLES.map((role) => people.join(role))))];
      for (const asker of askers) {
        const expected = (await send(`GET /registry?q=${word}&limit=50`, { token: asker.token })).json<Found>();
        const found = await mcp.read<Found>("search", { query: word, limit: 50 }, asker.token);
        expect([asker.user.role, found.total]).toEqual([asker.user.role, expected.total]);
        expect(found.items.map(({ id }) => id).toSorted()).toEqual(expected.items.map(({ id }) => id).toSorted());
        for (const item of [...items, pending]) {
          const seen = await mcp.callTool("get", { item: item.id }, bearer(asker));
          const others = await Promise.all(
            EVERY_TYPE.map(({ type }) => send(`GET /${type}/${item.id}`, { token: asker.token })),
          );
          const isSeen = others.some(({ statusCode }) => statusCode === 200);
          expect([asker.user.role, item.name, !seen.isError]).toEqual([asker.user.role, item.name, isSeen]);
        }
      }
      const stranger = askers[1] as Person;
      expect((await mcp.read<Found>("search", { query: word, limit: 50 }, stranger.token)).total).toBe(6);
      expect((await mcp.read<Found>("search", { query: word, limit: 50 }, ada.token)).total).toBe(12);
    });

    test("is recorded when their role shows them what belongs to others", async () => {
      const hidden = await shelf.publish("skills", ada, { visibility: "owner" });
      const reader = await people.join("super_admin");
      await mcp.read("get", { item: hidden.id }, reader.token);
      const log = await send(`GET /admin/audit-log?actor=${reader.user.id}`, { token: people.admin.token });
      expect(log.json()).toContainEqual(
        expect.objectContaining({ action: "item.read", resource_id: hidden.id, actor_id: reader.user.id }),
      );
    });
  });

  describe("tools", () => {
    test("get tells an item by id and name, with its content and versions, and names what is ambiguous", async () => {
      const skill = await shelf.publish("skills", ada);
      await shelf.release("skills", skill.id, ada, {
        ...submissionOf("skills", { name: skill.name }),
        version: "1.1.0",
      });
      for (const item of [skill.id, skill.qualified_name, skill.name]) {
        expect(await mcp.read("get", { item }, ada.token)).toMatchObject({
          id: skill.id,
          type: "skills",
          version: "1.1.0",
          skill_md_content: expect.stringContaining("# Tidy") as string,
          versions: [{ version: "1.1.0" }, { version: "1.0.0" }],
          versions_total: 2,
        });
      }
      await shelf.publish("prompts", ada, { name: skill.name });
      const unclear = await mcp.callTool("get", { item: skill.name }, bearer(ada));
      expect(unclear).toMatchObject({ isError: true, text: expect.stringContaining("is ambiguous") });
      const clear = await mcp.read<Shown>("get", { item: skill.name, type: "skills" }, ada.token);
      expect(clear.id).toBe(skill.id);
    });

    test.each(EVERY_TYPE)(
      "install returns of $type what the endpoint returns, and counts like it",
      async ({ type }) => {
        const item = await shelf.publish(type, ada);
        const body = { harness: "claude-code", dry_run: true };
        const expected = (await send(`POST /${type}/${item.id}/install`, { token: ada.token, body })).json();
        expect(await mcp.read("install", { item: item.id, ...body }, ada.token)).toEqual(expected);
        const downloads = async (): Promise<number> =>
          (await send(`GET /${type}/${item.id}`, { token: ada.token })).json().download_count;
        expect(await downloads()).toBe(0);
        await mcp.read("install", { item: item.id, harness: "claude-code" }, ada.token);
        expect(await downloads()).toBe(1);
      },
    );

    test("sessions are one's own, whatever one's role is", async () => {
      const admin = await people.join("super_admin");
      const word = `ibex${randomUUID().slice(0, 8)}`;
      const foreign = await telemetry.store(ada, [
        prompt(`${word} of others, key ghp_${"aB3dE5gH7j".repeat(4).slice(0, 36)}`),
      ]);
      const own = await telemetry.store(admin, [prompt(`${word} of mine`)]);
      const sessions = async ({ token }: Person) =>
        (await mcp.read<{ sessions: { session_id: string }[] }>("my_sessions", { search: word }, token)).sessions.map(
          ({ session_id }) => session_id,
        );
      expect([await sessions(admin), await sessions(ada)]).toEqual([[own], [foreign]]);
      const read = (session_id: string, by: Person) => mcp.callTool("session_events", { session_id }, bearer(by));
      expect(await read(foreign, admin)).toMatchObject({ isError: true, text: expect.stringContaining("not found") });
      const shown = await read(foreign, ada);
      expect(JSON.parse(shown.text)).toMatchObject({ session_id: foreign, total: 1, events: [{ kind: "user" }] });
      expect(shown.text).not.toContain("aB3dE5gH7jaB3");
    });

    test("cut long texts off and bound their input", async () => {
      const id = await telemetry.store(ada, [prompt("x".repeat(10_000))]);
      const { events } = await mcp.read<{ events: { text: string }[] }>(
        "session_events",
        { session_id: id },
        ada.token,
      );
      expect(events[0]?.text).toMatch(/^x{2000}… \[8000 more characters\]$/);
      for (const [name, input, message] of [
        ["search", { limit: 51 }, "arguments.limit"],
        ["search", { q: "x" }, "arguments.q"],
        ["search", { query: "x".repeat(501) }, "arguments.query"],
        ["install", { item: "x", harness: "nothing-known" }, "not found"],
        ["session_events", { session_id: id, kinds: ["nothing"] }, "arguments.kinds"],
      ] as const) {
        const { text, isError } = await mcp.callTool(name, input, bearer(ada));
        expect([name, isError, text]).toEqual([name, true, expect.stringContaining(message)]);
      }
    });
  });
});
