import { createHash, randomBytes } from "node:crypto";
import { revokeMcpToken } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import type { Walked } from "./audit-walk.js";
import type { Person, Send } from "./people.js";
import type { TestServer } from "./server.js";

export const MCP_RESOURCE = "http://localhost:8000/mcp";
export const CALLBACK = "http://localhost:3118/callback";

export interface McpTokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** A request for access, and the verifier that belongs to it. */
const asks = (clientId: string, more: Record<string, string> = {}) => {
  const verifier = randomBytes(32).toString("base64url");
  const request = {
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: "code",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "a state",
    scope: "mcp",
    resource: MCP_RESOURCE,
    ...more,
  };
  return { request, verifier };
};

/** What an MCP client does, and the browser for it, to get access. */
export function createMcpClients({ app }: Pick<TestServer, "app">, send: Send) {
  const register = (body: object): Promise<LightMyRequestResponse> =>
    app.inject({ method: "POST", url: "/oauth/register", payload: body });
  const post = (url: string, form: Record<string, string>): Promise<LightMyRequestResponse> =>
    app.inject({
      method: "POST",
      url,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(form).toString(),
    });
  const newClient = async (): Promise<string> =>
    (await register({ client_name: "Editor", redirect_uris: [CALLBACK] })).json<{ client_id: string }>().client_id;
  const decide = (request: object, { token }: Pick<Person, "token">, decision = "allow") =>
    send("POST /oauth/consent", { token, body: { ...request, decision } });
  /** Where the browser is sent with the code, and what the client exchanges it with. */
  const codeFor = async (clientId: string, by: Person, more: Record<string, string> = {}) => {
    const { request, verifier } = asks(clientId, more);
    const answer = await decide(request, by);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    const url = new URL(answer.json<{ redirect_to: string }>().redirect_to);
    const code = url.searchParams.get("code") ?? "";
    const form = { grant_type: "authorization_code", client_id: clientId, code, code_verifier: verifier };
    return { url, form: { ...form, redirect_uri: request.redirect_uri, resource: MCP_RESOURCE } };
  };
  return {
    register,
    post,
    newClient,
    asks,
    look: (request: Record<string, string>, { token }: Pick<Person, "token">) =>
      send(`GET /oauth/consent?${new URLSearchParams(request).toString()}`, { token }),
    decide,
    codeFor,
    async connect(by: Person): Promise<McpTokens & { readonly client: string }> {
      const client = await newClient();
      const answer = await post("/oauth/token", (await codeFor(client, by)).form);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return { ...answer.json<McpTokens>(), client };
    },
    refresh: ({ refresh_token, client }: McpTokens & { readonly client: string }) =>
      post("/oauth/token", { grant_type: "refresh_token", refresh_token, client_id: client, resource: MCP_RESOURCE }),
  };
}

export type McpClients = ReturnType<typeof createMcpClients>;

/** Does everything that can be done to the access of MCP clients; each of it succeeds. The tokens that it met. */
export async function liveWithMcpClients(server: TestServer, send: Send, owner: Person): Promise<McpTokens> {
  const clients = createMcpClients(server, send);
  const tokens = await clients.connect(owner);
  const denied = await clients.decide(clients.asks(tokens.client).request, owner, "deny");
  const { answer: revoked } = await endMcpAccess(server, send, owner);
  const { refresh_token: _other } = await clients.connect(owner);
  const [found] = (await send("GET /me/authorizations", { token: owner.token })).json<{ id: string }[]>();
  const deleted = await send(`DELETE /me/authorizations/${found?.id ?? ""}`, { token: owner.token });
  for (const { statusCode, body } of [denied, revoked, deleted]) if (statusCode >= 300) throw new Error(body);
  return tokens;
}

/** A client gets access and gives it up by itself, which the log says of no user: whoever has the token can do it. */
export async function endMcpAccess(server: TestServer, send: Send, owner: Person): Promise<Walked> {
  const clients = createMcpClients(server, send);
  const { refresh_token: token } = await clients.connect(owner);
  return {
    what: "POST /oauth/revoke by an MCP client",
    endpoint: revokeMcpToken,
    walker: { name: "an MCP client", person: null },
    method: "POST",
    answer: await clients.post("/oauth/revoke", { token }),
    about: { resource_type: "mcp_authorization" },
  };
}
