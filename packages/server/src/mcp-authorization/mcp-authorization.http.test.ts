import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runSql } from "../platform/relational/index.js";
import { ENDPOINTS, harmlessUrl, urlsOf } from "../../test/endpoints.js";
import { failWrites } from "../../test/failing-writes.js";
import { createMcp, type Mcp } from "../../test/mcp.js";
import { createMcpClients, type McpClients, type McpTokens } from "../../test/mcp-clients.js";
import { createSend, invitePeople, PASSWORD, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("tokens for MCP clients ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { readonly admin: Person };
  let mcp: Mcp;
  let post: McpClients["post"];
  let newClient: McpClients["newClient"];
  let codeFor: McpClients["codeFor"];
  let connect: McpClients["connect"];
  let refresh: McpClients["refresh"];
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    mcp = createMcp(server);
    const clients = createMcpClients(server, send);
    ({ post, newClient, codeFor, connect, refresh } = clients);
  });
  afterAll(async () => {
    await server.close();
  });

  const opens = async (token: string): Promise<number> =>
    (await mcp.ask("tools/list", {}, { authorization: `Bearer ${token}` })).statusCode;
  const authorizations = async ({ token }: Pick<Person, "token">) =>
    (await send("GET /me/authorizations", { token })).json<{ id: string; client_name: string }[]>();

  describe("tokens", () => {
    test("open /mcp and nothing else, over the whole table of endpoints", async () => {
      const { access_token: token, refresh_token } = await connect(await people.join("super_admin"));
      expect(await opens(token)).toBe(200);
      expect(await opens(refresh_token)).toBe(401);
      const guarded = ENDPOINTS.filter(({ endpoint }) => endpoint.access !== "anyone" && !endpoint.takesMcpTokens);
      expect(guarded.length).toBeGreaterThan(150);
      for (const { name, endpoint } of guarded) {
        for (const url of urlsOf(endpoint)) {
          const answer = await server.app.inject({
            method: endpoint.method,
            url: harmlessUrl(url),
            headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
            ...(endpoint.method === "GET" ? {} : { payload: "{}" }),
          });
          expect([name, url, answer.statusCode]).toEqual([name, url, 403]);
        }
      }
      for (const line of ["POST /auth/token/refresh", "POST /auth/token/revoke"] as const) {
        expect((await send(line, { body: { refresh_token } })).statusCode).toBe(401);
      }
    });

    test("are for this server: another resource is refused", async () => {
      const ada = await people.join();
      const client = await newClient();
      const { form } = await codeFor(client, ada);
      const other = await post("/oauth/token", { ...form, resource: "https://other.example/mcp" });
      expect([other.statusCode, other.json().error]).toEqual([400, "invalid_target"]);
      const { access_token } = (await post("/oauth/token", form)).json<McpTokens>();
      const move = (value: string) =>
        send("PUT /admin/settings/deployment.public_url", { token: people.admin.token, body: { value } });
      expect((await move("https://moved.example.com")).statusCode).toBe(200);
      expect(await opens(access_token)).toBe(401);
      await move("");
      expect(await opens(access_token)).toBe(200);
    });

    test.each([
      ["code_verifier", "x".repeat(43)],
      ["code_verifier", ""],
      ["redirect_uri", "http://localhost:3119/callback"],
      ["code", "nothing"],
    ])("need the right %s: %s", async (name, value) => {
      const { form } = await codeFor(await newClient(), await people.join());
      const answer = await post("/oauth/token", { ...form, [name]: value });
      expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_grant"]);
    });

    test("are given to the client that the code is for", async () => {
      const { form } = await codeFor(await newClient(), await people.join());
      const other = await post("/oauth/token", { ...form, client_id: await newClient() });
      expect(other.json().error).toBe("invalid_grant");
    });

    test("end when a code is used twice, and a late code gives none", async () => {
      const ada = await people.join();
      const { form } = await codeFor(await newClient(), ada);
      const first = (await post("/oauth/token", form)).json<McpTokens>();
      expect(await opens(first.access_token)).toBe(200);
      expect((await post("/oauth/token", form)).json().error).toBe("invalid_grant");
      expect(await opens(first.access_token)).toBe(401);
      const late = await codeFor(await newClient(), ada);
      await runSql(server.platform.relational, "UPDATE mcp_authorization SET code_expires_at = now()", []);
      expect((await post("/oauth/token", late.form)).json().error).toBe("invalid_grant");
    });

    test("of one code are given once, however many ask at the same moment", async () => {
      const { form } = await codeFor(await newClient(), await people.join());
      const answers = await Promise.all(Array.from({ length: 5 }, () => post("/oauth/token", form)));
      expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1);
    });

    test("are not used up by a renewal that fails", async () => {
      const tokens = await connect(await people.join());
      const { relational } = server.platform;
      const mend = await failWrites(relational, { table: "mcp_authorization", containing: "", sqlstate: "22012" });
      expect((await refresh(tokens)).statusCode).toBe(500);
      await mend();
      const family = "SELECT id FROM mcp_authorization ORDER BY created_at DESC LIMIT 1";
      const used = `SELECT count(first_used_at)::int AS used FROM refresh_token WHERE family = (${family})`;
      expect((await runSql(relational, used, [])).rows).toEqual([{ used: 0 }]);
      expect((await refresh(tokens)).statusCode).toBe(200);
    });

    test("rotate, and a stolen refresh token ends the access", async () => {
      const ada = await people.join();
      const first = await connect(ada);
      const second = { ...(await refresh(first)).json<McpTokens>(), client: first.client };
      expect(await opens(second.access_token)).toBe(200);
      await runSql(
        server.platform.relational,
        "UPDATE refresh_token SET first_used_at = now() - interval '1 minute' WHERE first_used_at IS NOT NULL",
        [],
      );
      const stolen = await refresh(first);
      expect([stolen.statusCode, stolen.json().error]).toEqual([400, "invalid_grant"]);
      expect([await opens(second.access_token), (await refresh(second)).statusCode]).toEqual([401, 400]);
      const foreign = await connect(ada);
      expect((await refresh({ ...foreign, client: await newClient() })).json().error).toBe("invalid_grant");
      expect((await refresh({ ...foreign, refresh_token: ada.refreshToken })).json().error).toBe("invalid_grant");
    });
  });

  describe("access ends", () => {
    const endings: Readonly<Record<string, (who: Person) => Promise<unknown>>> = {
      "when the user takes it away": async ({ token }) => {
        const [found] = await authorizations({ token });
        return send(`DELETE /me/authorizations/${found?.id ?? ""}`, { token });
      },
      "with a change of the password": ({ token }) =>
        send("PUT /auth/profile/password", {
          token,
          body: { current_password: PASSWORD, new_password: `${PASSWORD}!` },
        }),
      "with a password that an admin sets": ({ user }) =>
        send(`PUT /admin/users/${user.id}/password`, {
          token: people.admin.token,
          body: { new_password: `${PASSWORD}!` },
        }),
      "when the account is deactivated": ({ user }) =>
        send(`PUT /admin/users/${user.id}/active`, { token: people.admin.token, body: { active: false } }),
      "with the account": async ({ user }) =>
        send(`DELETE /admin/users/${user.id}`, { token: (await people.join("super_admin")).token }),
    };

    test.each(Object.keys(endings))("%s, also a code that was about to be exchanged", async (name) => {
      const who = await people.join();
      const { form } = name.startsWith("when the user") ? { form: undefined } : await codeFor(await newClient(), who);
      const tokens = await connect(who);
      expect(await opens(tokens.access_token)).toBe(200);
      const ended = (await endings[name]?.(who)) as LightMyRequestResponse;
      expect([name, ended.statusCode, ended.body]).toEqual([name, expect.toBeOneOf([200, 204]), ended.body]);
      expect([await opens(tokens.access_token), (await refresh(tokens)).statusCode]).toEqual([401, 400]);
      if (form) expect((await post("/oauth/token", form)).json().error).toBe("invalid_grant");
    });

    test.each(["refresh_token", "access_token"] as const)("when the client gives its %s back", async (type) => {
      const tokens = await connect(await people.join());
      expect((await post("/oauth/revoke", { token: "nothing" })).statusCode).toBe(200);
      expect(await opens(tokens.access_token)).toBe(200);
      expect((await post("/oauth/revoke", { token: tokens[type] })).statusCode).toBe(200);
      expect([await opens(tokens.access_token), (await refresh(tokens)).statusCode]).toEqual([401, 400]);
    });

    test("for nobody else, and not by signing out of the web app", async () => {
      const [ada, eve] = [await people.join(), await people.join()];
      const { access_token } = await connect(ada);
      const [own] = await authorizations(ada);
      expect(own).toMatchObject({ client_name: "Editor", client_host: null });
      expect((await send(`DELETE /me/authorizations/${own?.id ?? ""}`, { token: eve.token })).statusCode).toBe(404);
      expect(await authorizations(eve)).toEqual([]);
      await send("POST /auth/logout", { token: ada.token });
      expect(await opens(access_token)).toBe(200);
    });
  });

  test("what was decided and taken away is in the audit log, without a secret", async () => {
    const ada = await people.join();
    const { access_token, refresh_token } = await connect(ada);
    const [own] = await authorizations(ada);
    await send(`DELETE /me/authorizations/${own?.id ?? ""}`, { token: ada.token });
    const log = await send(`GET /admin/audit-log?actor=${ada.user.id}`, { token: people.admin.token });
    const events = log.json<{ action: string; resource_name: string }[]>();
    expect(events.map(({ action }) => action).filter((action) => action.startsWith("mcp_auth"))).toEqual([
      "mcp_authorization.revoke",
      "mcp_authorization.create",
    ]);
    for (const secret of [access_token, refresh_token]) expect(log.body).not.toContain(secret);
    expect(log.body).toContain("Editor");
  });
});
