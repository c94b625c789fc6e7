import * as contract from "@tackroom/contract";
import type { ClientSignIns } from "../auth/index.js";
import type { Mount } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import type { Settings } from "../settings/index.js";
import { deleteMcpAuthorization, listMcpAuthorizations } from "./authorizations.js";
import { createClients, type ClientsDeps } from "./clients.js";
import { decideMcpConsent, getMcpConsent } from "./consent.js";
import { createMcpToken } from "./create-mcp-token.js";
import { getAuthorizationServer, getMcpResource } from "./metadata.js";
import { registerMcpClient } from "./register-mcp-client.js";
import { revokeMcpToken } from "./revoke-mcp-token.js";

export interface McpAuthorizationDeps extends ClientsDeps {
  readonly db: Db;
  readonly settings: Pick<Settings, "get">;
  readonly signIns: ClientSignIns;
}

export function mountMcpAuthorization(mount: Mount, given: McpAuthorizationDeps): void {
  const deps = { ...given, clients: createClients(given) };
  mount(contract.getMcpResource, () => getMcpResource(deps.settings));
  mount(contract.getAuthorizationServer, () => getAuthorizationServer(deps.settings));
  mount(contract.registerMcpClient, ({ body }) => registerMcpClient(deps, body));
  mount(contract.createMcpToken, ({ body }, context) => createMcpToken(deps, body, context));
  mount(contract.revokeMcpToken, ({ body }, context) => revokeMcpToken(deps, body, context));
  mount(contract.getMcpConsent, ({ query }) => getMcpConsent(deps, query));
  mount(contract.decideMcpConsent, ({ body }, context) => decideMcpConsent(deps, body, context));
  mount(contract.listMcpAuthorizations, (_input, context) => listMcpAuthorizations(deps, context));
  mount(contract.deleteMcpAuthorization, ({ params }, context) => deleteMcpAuthorization(deps, params, context));
}
