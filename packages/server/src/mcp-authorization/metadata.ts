import {
  fullPath,
  MCP_CONSENT_PATH,
  MCP_SCOPE,
  createMcpToken,
  registerMcpClient,
  revokeMcpToken,
} from "@tackroom/contract";
import { mcpResource, publicAddress } from "../auth/index.js";
import { Answer } from "../platform/http/index.js";
import type { Settings } from "../settings/index.js";

type Reads = Pick<Settings, "get">;

/** Clients that run in a browser read these, too, and they are the same for everyone. */
const HEADERS = { "access-control-allow-origin": "*", "cache-control": "public, max-age=300" };

/** `GET /.well-known/oauth-protected-resource` */
export async function getMcpResource(settings: Reads) {
  const reply = {
    resource: mcpResource(settings),
    authorization_servers: [publicAddress(settings)],
    scopes_supported: [MCP_SCOPE],
    bearer_methods_supported: ["header"],
    resource_name: "Tackroom",
  };
  return new Answer(reply, { headers: HEADERS });
}

/** `GET /.well-known/oauth-authorization-server` */
export async function getAuthorizationServer(settings: Reads) {
  const address = publicAddress(settings);
  const reply = {
    issuer: address,
    authorization_endpoint: settings.get("deployment.frontend_url") + MCP_CONSENT_PATH,
    token_endpoint: address + fullPath(createMcpToken),
    registration_endpoint: address + fullPath(registerMcpClient),
    revocation_endpoint: address + fullPath(revokeMcpToken),
    scopes_supported: [MCP_SCOPE],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
  return new Answer(reply, { headers: HEADERS });
}
