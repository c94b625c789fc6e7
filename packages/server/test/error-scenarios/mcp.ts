import { randomUUID } from "node:crypto";
import { createMcpClients } from "../mcp-clients.js";
import type { Scenario, Stage } from "./scenario.js";

const clientsOf = ({ server, send }: Stage) => createMcpClients(server, send);

const ofRequest = (name: "look" | "decide", change: (stage: Stage) => Promise<Record<string, string>>): Scenario => {
  return async (stage) => {
    const clients = clientsOf(stage);
    const { request } = clients.asks(await clients.newClient(), await change(stage));
    return clients[name](request, stage.user);
  };
};

const asKey = async ({ send, user: { token } }: Stage): Promise<string> =>
  (await send("POST /keys", { token, body: { name: randomUUID() } })).json<{ key: string }>().key;

/** What is wrong with a request is found out when it is shown and again when it is decided. */
const consent = (endpoint: string, name: "look" | "decide"): Record<string, Scenario> => ({
  [`${endpoint} malformed_request`]: ofRequest(name, async () => ({ response_type: "token" })),
  [`${endpoint} invalid_state`]: ofRequest(name, async () => ({ client_id: "nobody" })),
  [`${endpoint} upstream_error`]: ofRequest(name, async () => ({ client_id: "https://client.invalid/client.json" })),
});

export const MCP_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "callMcp forbidden": ({ server, user: { token } }) =>
    server.app.inject({
      method: "POST",
      url: "/mcp",
      headers: { authorization: `Bearer ${token}`, origin: "https://evil.example" },
      payload: {},
    }),
  "registerMcpClient malformed_request": (stage) => clientsOf(stage).register({ redirect_uris: ["javascript:x"] }),
  "createMcpToken malformed_request": (stage) =>
    clientsOf(stage).post("/oauth/token", { grant_type: "password", client_id: "x" }),
  "createMcpToken invalid_code": (stage) =>
    clientsOf(stage).post("/oauth/token", { grant_type: "authorization_code", client_id: "x", code: "y" }),
  ...consent("getMcpConsent", "look"),
  ...consent("decideMcpConsent", "decide"),
  "decideMcpConsent forbidden": async (stage) =>
    stage.send("POST /oauth/consent", { key: await asKey(stage), body: { decision: "allow", client_id: "x" } }),
  "deleteMcpAuthorization not_found": ({ send, user: { token } }) =>
    send(`DELETE /me/authorizations/${randomUUID()}`, { token }),
};
