import { MCP_SCOPE, type ClientRegistration } from "@tackroom/contract";
import { ServiceError } from "../platform/service-error.js";
import type { Clients } from "./clients.js";
import { registrationProblem, shownName } from "./core/client.js";

/** `POST /oauth/register` */
export async function registerMcpClient(
  { clients }: { readonly clients: Pick<Clients, "register"> },
  body: ClientRegistration,
) {
  const problem = registrationProblem(body);
  if (problem) throw new ServiceError("malformed_request", problem.detail, { extra: { error: problem.error } });
  const name = shownName(body.client_name, "An application without a name");
  const { clientId, issuedAt } = clients.register({ name, redirectUris: body.redirect_uris });
  return {
    client_id: clientId,
    client_id_issued_at: issuedAt,
    client_name: name,
    redirect_uris: body.redirect_uris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    scope: MCP_SCOPE,
  };
}
