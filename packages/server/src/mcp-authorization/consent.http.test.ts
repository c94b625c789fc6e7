import { randomUUID } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMcp, type Mcp } from "../../test/mcp.js";
import { CALLBACK, createMcpClients, MCP_RESOURCE, type McpClients } from "../../test/mcp-clients.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { startWebSite, type WebSite } from "../../test/web-site.js";

const ORIGIN = "http://localhost:8000";

describe.each(largestSize)("consent for MCP clients ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { readonly admin: Person };
  let mcp: Mcp;
  let register: McpClients["register"];
  let post: McpClients["post"];
  let newClient: McpClients["newClient"];
  let asks: McpClients["asks"];
  let look: McpClients["look"];
  let decide: McpClients["decide"];
  let codeFor: McpClients["codeFor"];
  let connect: McpClients["connect"];
  let site: WebSite;
  /** By path. */
  const pages = new Map<string, string>();
  beforeAll(async () => {
    site = await startWebSite(({ path }, response) => void response.end(pages.get(path) ?? ""));
    server = await startTestServer({ on, env: { OUTBOUND_ALLOWED_HOSTS: site.host } });
    send = createSend(server);
    people = await invitePeople(server);
    mcp = createMcp(server);
    const clients = createMcpClients(server, send);
    ({ register, post, newClient, asks, look, decide, codeFor, connect } = clients);
  });
  afterAll(async () => {
    await server.close();
    await site.close();
  });

  const at = (url: string): Promise<LightMyRequestResponse> => server.app.inject({ url, headers: { host: "x" } });
  const authorizations = async ({ token }: Pick<Person, "token">) =>
    (await send("GET /me/authorizations", { token })).json<{ id: string; client_name: string }[]>();

  describe("metadata", () => {
    test("leads from the refusal to the page that asks the user", async () => {
      const refused = await mcp.ask("tools/list", {}, {});
      const challenge = String(refused.headers["www-authenticate"]);
      expect([refused.statusCode, challenge]).toEqual([
        401,
        `Bearer resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp", scope="mcp"`,
      ]);
      const bad = await mcp.ask("tools/list", {}, { authorization: "Bearer nothing" });
      expect([bad.statusCode, bad.headers["www-authenticate"]]).toEqual([401, `${challenge}, error="invalid_token"`]);
      for (const path of ["", "/mcp"]) {
        const found = await at(`/.well-known/oauth-protected-resource${path}`);
        expect(found.json()).toMatchObject({
          resource: MCP_RESOURCE,
          authorization_servers: [ORIGIN],
          scopes_supported: ["mcp"],
        });
        expect(found.headers["access-control-allow-origin"]).toBe("*");
      }
      expect((await at("/.well-known/oauth-authorization-server")).json()).toMatchObject({
        issuer: ORIGIN,
        authorization_endpoint: `${ORIGIN}/oauth/authorize`,
        token_endpoint: `${ORIGIN}/oauth/token`,
        registration_endpoint: `${ORIGIN}/oauth/register`,
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      });
    });
  });

  describe("registration", () => {
    test.each([
      [["http://example.com/cb"], "must use https"],
      [["javascript:alert(1)"], "must not use the scheme"],
      [["https://example.com/cb#x"], "fragment"],
      [["https://user:secret@example.com/cb"], "username"],
      [["https://example.com/cb", "/relative"], "not an absolute URI"],
      [["https://example.com\\@evil.example/cb"], "not an absolute URI"],
    ])("refuses %j", async (redirect_uris, reason) => {
      const answer = await register({ redirect_uris });
      expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_redirect_uri"]);
      expect(answer.json().error_description).toContain(reason);
    });

    test("takes what clients really send, and stores nothing", async () => {
      const answer = await register({
        client_name: "Claude\u202e Code\n",
        redirect_uris: ["http://127.0.0.1:33418", "https://vscode.dev/redirect", "cursor://anysphere.cursor/callback"],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_basic",
        scope: "mcp",
        software_id: "x",
      });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        201,
        { client_name: "Claude Code", token_endpoint_auth_method: "none", scope: "mcp" },
      ]);
      expect(answer.json()).not.toHaveProperty("client_secret");
    });

    test("of anything else is refused in OAuth's words", async () => {
      for (const body of [{}, { redirect_uris: [] }, { redirect_uris: ["x".repeat(600)] }]) {
        const answer = await register(body);
        expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_request"]);
      }
      const other = await register({ redirect_uris: [CALLBACK], grant_types: ["client_credentials"] });
      expect([other.statusCode, other.json().error]).toEqual([400, "invalid_client_metadata"]);
    });
  });

  describe("consent", () => {
    test("names the client and where it leads, and gives a code for it", async () => {
      const ada = await people.join();
      const client = await newClient();
      expect((await look(asks(client).request, ada)).json()).toEqual({
        client_name: "Editor",
        client_host: null,
        returns_to: "localhost:3118",
        returns_to_this_computer: true,
      });
      const { url } = await codeFor(client, ada);
      expect(url.origin + url.pathname).toBe(CALLBACK);
      expect(Object.fromEntries(url.searchParams)).toEqual({
        code: expect.stringMatching(/^[\w-]{43}$/) as string,
        state: "a state",
        iss: ORIGIN,
      });
      const denied = (await decide(asks(client).request, ada, "deny")).json<{ redirect_to: string }>();
      const parameters = new URL(denied.redirect_to).searchParams;
      expect(Object.fromEntries(parameters)).toMatchObject({ error: "access_denied", state: "a state", iss: ORIGIN });
      expect(await authorizations(ada)).toEqual([]);
    });

    test.each([
      [{ redirect_uri: "http://localhost:3118/other" }, "invalid_request"],
      [{ redirect_uri: "http://localhost.evil.example:3118/callback" }, "invalid_request"],
      [{ redirect_uri: "http://127.0.0.1:3118/callback" }, "invalid_request"],
      [{ redirect_uri: "https://localhost:3118/callback" }, "invalid_request"],
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ code_challenge: "" }, "invalid_request"],
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ resource: "https://other.example/mcp" }, "invalid_target"],
      [{ scope: "admin" }, "invalid_scope"],
      [{ client_id: "nobody" }, "invalid_client"],
    ])("refuses %j, and sends nobody anywhere", async (change, error) => {
      const { request } = asks(await newClient(), change);
      for (const answer of [await look(request, people.admin), await decide(request, people.admin)]) {
        expect([answer.statusCode, answer.json().error]).toEqual([400, error]);
        expect(answer.headers.location).toBeUndefined();
      }
    });

    test("lets a program on this computer choose its port, and asks for no more than there is", async () => {
      const ada = await people.join();
      const client = await newClient();
      for (const redirect_uri of ["http://localhost:50123/callback", "http://localhost/callback"]) {
        expect((await look(asks(client, { redirect_uri, scope: "mcp profile" }).request, ada)).statusCode).toBe(200);
      }
    });

    test("is for people who have signed in themselves", async () => {
      const ada = await people.join();
      const { request } = asks(await newClient());
      const { key } = (await send("POST /keys", { token: ada.token, body: { name: randomUUID() } })).json();
      const byKey = await send("POST /oauth/consent", { key, body: { ...request, decision: "allow" } });
      expect([byKey.statusCode, byKey.json().code]).toEqual([403, "forbidden"]);
      const { access_token: token } = await connect(ada);
      expect((await decide(request, { token })).statusCode).toBe(403);
      expect((await send("POST /oauth/consent", { body: { ...request, decision: "allow" } })).statusCode).toBe(401);
    });

    test("knows a client by the document at its address, and believes only that", async () => {
      const ada = await people.join();
      const clientId = `${site.url}/client.json`;
      const document = { client_id: clientId, client_name: "Reader", redirect_uris: [CALLBACK] };
      pages.set("/client.json", JSON.stringify(document));
      expect((await look(asks(clientId).request, ada)).json()).toMatchObject({
        client_name: "Reader",
        client_host: new URL(site.url).host,
      });
      const { form } = await codeFor(clientId, ada);
      expect((await post("/oauth/token", form)).statusCode).toBe(200);
      for (const [path, body] of [
        ["/other.json", JSON.stringify(document)],
        [
          "/wrong.json",
          JSON.stringify({ ...document, client_id: `${site.url}/wrong.json`, redirect_uris: ["file:///x"] }),
        ],
        ["/text.json", "no JSON"],
        ["/large.json", JSON.stringify({ ...document, client_id: `${site.url}/large.json`, more: "x".repeat(20_000) })],
      ] as const) {
        pages.set(path, body);
        const answer = await look(asks(site.url + path).request, ada);
        expect([path, answer.statusCode, answer.json().error]).toEqual([path, 502, "invalid_client"]);
      }
      for (const address of ["http://169.254.169.254/latest", "http://10.0.0.1/client.json", `${site.url}/a/../b`]) {
        const answer = await look(asks(address).request, ada);
        expect([address, answer.json().error]).toEqual([address, "invalid_client"]);
      }
    });
  });
});
