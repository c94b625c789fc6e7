import { randomBytes } from "node:crypto";
import type { McpConsentQuery } from "@tackroom/contract";
import { mcpResource, publicAddress, type ClientSignIns } from "../auth/index.js";
import type { CallContext, Caller } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import type { Settings } from "../settings/index.js";
import { insertAuthorization } from "./authorization-store.js";
import type { Clients } from "./clients.js";
import type { McpClient } from "./core/client.js";
import { readConsentRequest, type ConsentRequest } from "./core/consent-request.js";
import { isRedirectOf, placeOf, withParameters } from "./core/redirects.js";
import { sha256 } from "./sha256.js";

export interface ConsentDeps {
  readonly clients: Pick<Clients, "find">;
  readonly signIns: Pick<ClientSignIns, "begin">;
  readonly settings: Pick<Settings, "get">;
}

/** A client fetches its tokens at once. */
const CODE_SECONDS = 60;
/** Of a sign-in whose code has not been exchanged: a little longer, so that the code's own end decides. */
const UNUSED_SECONDS = 600;

interface Asked extends ConsentRequest {
  readonly client: McpClient;
  readonly clientId: string;
  readonly redirectUri: string;
}

/** `GET /oauth/consent` */
export async function getMcpConsent(deps: ConsentDeps, query: McpConsentQuery) {
  const { client, redirectUri } = await whatIsAsked(deps, query);
  const { name, isThisComputer } = placeOf(redirectUri);
  return {
    client_name: client.name,
    client_host: client.host,
    returns_to: name,
    returns_to_this_computer: isThisComputer,
  };
}

/** `POST /oauth/consent` */
export async function decideMcpConsent(
  deps: ConsentDeps,
  { decision, ...query }: McpConsentQuery & { readonly decision: "allow" | "deny" },
  { caller, call }: CallContext,
): Promise<{ redirect_to: string }> {
  requireSignIn(caller);
  const asked = await whatIsAsked(deps, query);
  const { client, redirectUri } = asked;
  const told = { client: client.name, host: client.host, redirect_uri: redirectUri };
  call.describeForAudit({ resourceName: client.name, detail: { ...told, decision } });
  const iss = publicAddress(deps.settings);
  if (decision === "deny") {
    const error_description = "The user denied access.";
    const parameters = { error: "access_denied", error_description, state: query.state, iss };
    return { redirect_to: withParameters(redirectUri, parameters) };
  }
  const code = randomBytes(32).toString("base64url");
  await call.act(async (tx) => {
    const id = await deps.signIns.begin(tx, caller, UNUSED_SECONDS);
    call.describeForAudit({ resourceId: id });
    await insertAuthorization(
      tx,
      {
        id,
        user_id: caller.userId,
        client_hash: sha256(asked.clientId),
        client_name: client.name,
        client_host: client.host,
        redirect_uri: redirectUri,
        resource: mcpResource(deps.settings),
        scope: asked.scope,
        code_hash: sha256(code),
        code_challenge: asked.codeChallenge,
      },
      CODE_SECONDS,
    );
  });
  return { redirect_to: withParameters(redirectUri, { code, state: query.state, iss }) };
}

/** Nobody is sent anywhere with a mistake: the address may be of someone who only wants visitors from here. */
async function whatIsAsked({ clients, settings }: ConsentDeps, query: McpConsentQuery): Promise<Asked> {
  const { client_id: clientId, redirect_uri: redirectUri } = query;
  const client = await clients.find(clientId);
  if (redirectUri === undefined || !isRedirectOf(client.redirectUris, redirectUri)) {
    throw malformed("invalid_request", "redirect_uri is not one of the redirect URIs that the application registered.");
  }
  const request = readConsentRequest(query, mcpResource(settings));
  if (!request.ok) throw malformed(request.error, request.detail);
  return { ...request, client, clientId, redirectUri };
}

/** What is allowed would outlive the key; and a client must not allow another one. */
function requireSignIn({ credential, keys }: Caller): void {
  if (credential.kind === "access" && keys.length === 0) return;
  throw new ServiceError("forbidden", "Sign in to authorize an application. An API key cannot authorize one.");
}

const malformed = (error: string, detail: string): ServiceError =>
  new ServiceError("malformed_request", `The application's request is invalid. ${detail}`, { extra: { error } });
