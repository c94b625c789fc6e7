import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf, submissionOf, type Shelf } from "../test/items.js";
import { createSend, invitePeople, verdict, type Person, type Send } from "../test/people.js";
import { startTestServer, type TestServer } from "../test/server.js";

/** How clients of the specification's world speak, where they differ from ours. */
describe("other clients (embedded)", () => {
  let server: TestServer;
  let send: Send;
  let admin: Person;
  let ada: Person;
  let shelf: Shelf;
  beforeAll(async () => {
    server = await startTestServer();
    send = createSend(server);
    const people = await invitePeople(server);
    admin = people.admin;
    ada = await people.join();
    shelf = stockShelf(send, admin);
  });
  afterAll(() => server.close());

  describe("null for an optional member", () => {
    test("is the same as leaving it out when a session is pushed, and lines stay as they are", async () => {
      const lines = ['{"type":"user","message":{"role":"user","content":null},"parentUuid":null}'];
      const pushed = await send("POST /ingest/session", {
        token: ada.token,
        body: {
          session_id: "with-nulls",
          harness: null,
          lines,
          end_byte_offsets: null,
          agent_id: null,
          agent_version: null,
          parent_session_id: null,
          total_credits: null,
          final: null,
          session_hash: null,
        },
      });
      expect([pushed.statusCode, pushed.json()]).toMatchObject([200, { acknowledged_line: 0 }]);
      const stored = await send("GET /sessions/with-nulls/lines", { token: ada.token });
      expect(stored.json()).toMatchObject([{ line: 0, raw: lines[0] }]);
    });

    test("is the same as leaving it out for a device, a rating, a submission and its nested members", async () => {
      const device = { client_id: null, sso: null, provider: null };
      expect(verdict(await send("POST /auth/device/authorize", { body: device }))).toEqual([200, undefined]);
      const body = submissionOf("mcps", {
        url: null,
        changelog: null,
        visibility: null,
        environment_variables: [{ name: "A_TOKEN", description: null, required: null }],
      });
      const submitted = await send("POST /mcps", { token: ada.token, body });
      expect([submitted.statusCode, submitted.json()]).toMatchObject([201, { visibility: "public" }]);
      const { id } = await shelf.publish("prompts", ada);
      const rating = { listing_id: id, listing_type: "prompt", rating: 4, comment: null, anonymous: null };
      expect(verdict(await send("POST /feedback", { token: ada.token, body: rating }))).toEqual([201, undefined]);
      const bulk = { entries: [{ email: ada.user.email, department: null }] };
      expect(verdict(await send("POST /admin/users/bulk-department", { token: admin.token, body: bulk }))).toEqual([
        200,
        undefined,
      ]);
    });

    test("is refused where the member is required", async () => {
      const refused = await send("POST /ingest/session", {
        token: ada.token,
        body: { session_id: "no-lines", lines: null },
      });
      expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [{ path: "body.lines" }]]);
    });

    test("an answer of ours can be sent back", async () => {
      const item = await shelf.submit("skills", ada);
      const {
        team_id: _team,
        visibility: _visibility,
        ...shown
      } = (await send(`GET /skills/${item.id}`, { token: ada.token })).json();
      const updated = await send(`PUT /skills/${item.id}/draft`, { token: ada.token, body: shown });
      expect(verdict(updated)).toEqual([200, undefined]);
    });
  });

  describe("words that other clients use", () => {
    test("an empty platform is an unknown one, and tools may be separated by commas", async () => {
      const hook = await shelf.publish("hooks", ada);
      const installed = await send(`POST /hooks/${hook.id}/install`, {
        token: ada.token,
        body: { harness: "claude-code", platform: "" },
      });
      expect(verdict(installed)).toEqual([200, undefined]);
      const agent = await shelf.publish("agents", ada);
      const pull = async (tools: unknown) =>
        (
          await send(`POST /agents/${agent.id}/pull`, {
            token: ada.token,
            body: { harness: "claude-code", platform: "", options: { tools } },
          })
        ).json().config_snippet.agent_profile.content;
      expect(await pull("Read, Grep,,Bash")).toBe(await pull(["Read", "Grep", "Bash"]));
    });

    test("a device that asks for single sign-on, which there is not, is sent to the page that there is", async () => {
      const asked = await send("POST /auth/device/authorize", { body: { sso: true, provider: "saml" } });
      expect(asked.json()).toMatchObject({
        verification_uri: expect.stringMatching(/^http:\/\/localhost:8000\/device$/),
      });
    });

    test("the transport http is streamable-http, also in a further version", async () => {
      const remote = { command: undefined, args: undefined, url: "https://mcp.example.com/mcp", transport: "http" };
      const item = await shelf.publish("mcps", ada, remote);
      expect(item).toMatchObject({ transport: "streamable-http" });
      const released = await shelf.release("mcps", item.id, ada, {
        version: "1.1.0",
        description: "More",
        extra: { url: "https://mcp.example.com/v2", transport: "http" },
      });
      expect(released.json().extra).toMatchObject({ transport: "streamable-http" });
    });

    test("the snippet of one MCP server is what is pasted, and its file stands beside it", async () => {
      const item = await shelf.publish("mcps", ada);
      const installed = await send(`POST /mcps/${item.id}/install`, { token: ada.token, body: { harness: "cursor" } });
      expect(Object.keys(installed.json().config_snippet)).toEqual(["mcpServers"]);
      expect(installed.json().mcp_config).toMatchObject({ path: ".cursor/mcp.json", format: "json" });
    });
  });

  test("saving a draft releases the lock of whoever saves it, and it is up for review again", async () => {
    const item = await shelf.submit("prompts", ada);
    await send(`POST /prompts/${item.id}/start-edit`, { token: ada.token });
    const queue = async () =>
      (await send("GET /review", { token: admin.token })).json().filter(({ id }: { id: string }) => id === item.id);
    expect(await queue()).toEqual([]);
    await send(`PUT /prompts/${item.id}/draft`, { token: ada.token, body: { description: "Better" } });
    expect(await queue()).toMatchObject([{ id: item.id, description: "Better" }]);
  });

  describe("lists", () => {
    test("the review queue and the accounts come whole unless a page is asked for", async () => {
      await shelf.submit("prompts", ada);
      await shelf.submit("prompts", ada);
      for (const path of ["/review", "/admin/users"]) {
        const whole = await send(`GET ${path}`, { token: admin.token });
        expect(whole.headers["link"]).toContain("limit=1000");
        const one = await send(`GET ${path}?limit=1`, { token: admin.token });
        expect(one.json()).toHaveLength(1);
        const second = await send(`GET ${path}?offset=1`, { token: admin.token });
        expect(second.headers["link"]).toContain("limit=50");
      }
    });

    test.each([
      "/mcps?colour=red",
      "/review?state=open",
      "/sessions?agent=x",
      "/teams?search=a",
      "/dashboard/summary?a=b",
    ])("%s names a filter that is not known, and is refused", async (path) => {
      const refused = await send(`GET ${path}`, { token: admin.token });
      const name = /\?(\w+)=/.exec(path)?.[1];
      expect([refused.statusCode, refused.json().errors]).toEqual([
        422,
        [{ path: `query.${name}`, message: "is an unknown field" }],
      ]);
    });
  });

  describe("the audit log", () => {
    test("is exported as CSV unless asked otherwise, and as one JSON document", async () => {
      const csv = await send("GET /admin/audit-log/export", { token: admin.token });
      expect([csv.headers["content-type"], csv.body.split("\n")[0]]).toEqual([
        "text/csv; charset=utf-8",
        expect.stringMatching(/^event_id,/),
      ]);
      const json = await send("GET /admin/audit-log/export?format=json&action=audit_log.export", {
        token: admin.token,
      });
      expect([json.headers["content-type"], json.json()]).toEqual([
        "application/json; charset=utf-8",
        [expect.objectContaining({ action: "audit_log.export" })],
      ]);
      const none = await send("GET /admin/audit-log/export?format=json&action=nothing", { token: admin.token });
      expect(none.json()).toEqual([]);
    });

    test("is filtered by a username as by an id or an email", async () => {
      const { id, email, username } = admin.user;
      for (const actor of [id, email, username]) {
        const found = await send(`GET /admin/audit-log?limit=1&actor=${actor}`, { token: admin.token });
        expect(found.json()).toMatchObject([{ actor_id: id }]);
      }
      expect((await send("GET /admin/audit-log?actor=nobody-here", { token: admin.token })).json()).toEqual([]);
    });
  });

  test.each([
    ["application/json", "application/json; charset=utf-8"],
    ["application/json;q=0.9, text/plain", "application/json; charset=utf-8"],
    ["application/json, application/problem+json", "application/problem+json; charset=utf-8"],
    ["*/*", "application/problem+json; charset=utf-8"],
    [undefined, "application/problem+json; charset=utf-8"],
  ])("a problem for who accepts %s is sent as %s", async (accept, type) => {
    const refused = await send("GET /mcps/no-such-server", {
      token: ada.token,
      headers: accept === undefined ? {} : { accept },
    });
    expect([refused.statusCode, refused.headers["content-type"], refused.json().code]).toEqual([
      404,
      type,
      "not_found",
    ]);
  });

  test("a component of a further version goes to the latest one unless the request names another", async () => {
    const part = await shelf.publish("prompts", ada);
    const agent = await shelf.publish("agents", ada, {
      components: [{ component_type: "prompt", component_id: part.id }],
    });
    await shelf.release("prompts", part.id, ada, { version: "2.0.0", description: "More" });
    const pinned = async (version: string, more: object): Promise<string[]> => {
      const body = { version, model_name: "sonnet-x", ...more };
      const released = await send(`POST /agents/${agent.id}/versions`, { token: ada.token, body });
      return released.json().components.map(({ resolved_version }: { resolved_version: string }) => resolved_version);
    };
    const component = { component_type: "prompt", component_id: part.id };
    expect(await pinned("1.1.0", {})).toEqual(["1.0.0"]);
    expect(await pinned("1.2.0", { components: [component] })).toEqual(["2.0.0"]);
    expect(await pinned("1.3.0", { components: [{ ...component, version: "1.0.0" }] })).toEqual(["1.0.0"]);
  });

  test("the ratings of an item are summed up by its name as by its id", async () => {
    const item = await shelf.publish("sandboxes", ada);
    for (const name of [item.id, item.name, encodeURIComponent(item.qualified_name)]) {
      const summary = await send(`GET /feedback/summary/${name}`, { token: ada.token });
      expect([name, summary.json()]).toEqual([name, { listing_id: item.id, average_rating: 0, total_reviews: 0 }]);
    }
  });

  test("signing out with an API key says that the key lives on", async () => {
    const { key } = (await send("POST /keys", { token: ada.token, body: { name: "lives on" } })).json();
    const out = await send("POST /auth/logout", { key, body: {} });
    expect([out.statusCode, out.json().detail]).toEqual([200, expect.stringContaining("still valid")]);
    expect((await send("GET /auth/whoami", { key })).statusCode).toBe(200);
  });

  test("the next numbers of versions are suggested, past every one that is taken", async () => {
    const item = await shelf.publish("prompts", ada);
    const suggest = async () =>
      (await send(`GET /prompts/${item.id}/version-suggestions`, { token: ada.token })).json();
    expect(await suggest()).toEqual({
      current_version: "1.0.0",
      suggestions: { patch: "1.0.1", minor: "1.1.0", major: "2.0.0" },
    });
    const body = { version: "1.4.0", description: "More" };
    await send(`POST /prompts/${item.id}/versions`, { token: ada.token, body });
    expect(await suggest()).toMatchObject({ current_version: "1.4.0", suggestions: { patch: "1.4.1" } });
    expect((await send(`GET /prompts/${item.id}/version-suggestions`, { token: admin.token })).statusCode).toBe(200);
  });

  test("an agent is checked without being submitted", async () => {
    const validate = async (body: object) => (await send("POST /agents/validate", { token: ada.token, body })).json();
    const good = submissionOf("agents");
    expect(await validate(good)).toEqual({ valid: true, errors: [], component_errors: [] });
    const component = { component_type: "skill", component_id: "no-such-skill" };
    expect(await validate({ ...good, components: [component] })).toMatchObject({
      valid: false,
      errors: [],
      component_errors: [component],
    });
    const bad = await validate({ ...good, name: "Not A Name", version: 7, supported_harnesses: ["notepad"] });
    expect(bad.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      "body.name",
      "body.supported_harnesses[0]",
      "body.version",
    ]);
    expect((await send("GET /agents/my", { token: ada.token })).json()).not.toContainEqual(
      expect.objectContaining({ name: good["name"] }),
    );
  });
});
