import { timingSafeEqual } from "node:crypto";
import type { McpTokenForm } from "@tackroom/contract";
import { mcpResource, type ClientSignIns } from "../auth/index.js";
import { Answer, type CallContext } from "../platform/http/index.js";
import type { Db, Tx } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import type { Settings } from "../settings/index.js";
import { findAuthorization, findByCode, noteUse, useCode, type StoredAuthorization } from "./authorization-store.js";
import { isResource } from "./core/consent-request.js";
import { sha256 } from "./sha256.js";

export interface TokenDeps {
  readonly db: Db;
  readonly signIns: ClientSignIns;
  readonly settings: Pick<Settings, "get">;
}

type Pair = Awaited<ReturnType<ClientSignIns["issue"]>>;

const NOT_KEPT = { "cache-control": "no-store", pragma: "no-cache" };

/** `POST /oauth/token` */
export async function createMcpToken(deps: TokenDeps, form: McpTokenForm, context: CallContext<null>) {
  const { pair, scope } = await exchange(deps, form, context);
  const reply = {
    access_token: pair.access.token,
    token_type: "Bearer",
    expires_in: pair.expiresInSeconds,
    refresh_token: pair.refresh.token,
    scope,
  };
  return new Answer(reply, { headers: NOT_KEPT });
}

function exchange(deps: TokenDeps, form: McpTokenForm, context: CallContext<null>) {
  if (form.grant_type === "authorization_code") return exchangeCode(deps, form, context);
  if (form.grant_type === "refresh_token") return refresh(deps, form, context);
  throw malformed("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
}

interface Exchanged {
  readonly pair: Pair;
  readonly scope: string;
}

async function exchangeCode(deps: TokenDeps, form: McpTokenForm, { call }: CallContext<null>): Promise<Exchanged> {
  const { code, code_verifier: verifier = "", redirect_uri: redirectUri } = form;
  if (code === undefined) throw malformed("invalid_request", "code is missing.");
  const hash = sha256(code);
  const found = await findByCode(deps.db, hash);
  if (!found || !isOf(found, form.client_id))
    throw noGood("The code is unknown, has expired or was issued to another client.");
  call.describeForAudit({ resourceId: found.id, resourceName: found.client_name });
  requireResource(deps, form, found);
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier) || sha256(verifier).toString("base64url") !== found.code_challenge) {
    throw noGood("code_verifier does not match the code_challenge of the request.");
  }
  if (redirectUri !== found.redirect_uri)
    throw noGood("redirect_uri differs from the one in the authorization request.");
  const pair = await deps.signIns.issue(found.id, found);
  const wasUsed = await call.act(async (tx) => {
    if (!(await useCode(tx, hash))) return true;
    await deps.signIns.keep(tx, pair);
    return false;
  });
  if (!wasUsed) return { pair, scope: found.scope };
  // The second caller may be the one that the code was meant for, so the first does not keep what it has got.
  call.describeForAudit({ detail: { code: "used twice or too late", access: "ended" } });
  return call.act((tx) => deps.signIns.end(tx, found.id), noGood("The code has expired or was used before."));
}

async function refresh(deps: TokenDeps, form: McpTokenForm, { call }: CallContext<null>): Promise<Exchanged> {
  if (form.refresh_token === undefined) throw malformed("invalid_request", "refresh_token is missing.");
  const found = await findAuthorization(deps.db, await deps.signIns.ofToken(form.refresh_token));
  if (!found || !isOf(found, form.client_id))
    throw noGood("The refresh token was issued to another client, or its access has been revoked.");
  requireResource(deps, form, found);
  call.describeForAudit({ resourceName: found.client_name });
  // In the transaction of the renewal: a client that gets an error has lost no token.
  const client = { audience: found, alongside: (tx: Tx) => noteUse(tx, found.id) };
  const pair = await deps.signIns.renew(form.refresh_token, client, call);
  return { pair, scope: found.scope };
}

const isOf = ({ client_hash: hash }: StoredAuthorization, clientId: string): boolean =>
  timingSafeEqual(hash, sha256(clientId));

/** Tokens are for what the user has allowed, and only while that is still what this server is. */
function requireResource({ settings }: TokenDeps, { resource }: McpTokenForm, found: StoredAuthorization): void {
  const own = mcpResource(settings);
  if (found.resource !== own)
    throw noGood(`The access was granted for ${found.resource}, but the address is now ${own}. Connect again.`);
  if (resource !== undefined && !isResource(resource, own))
    throw malformed("invalid_target", `resource must be ${own}.`);
}

const noGood = (detail: string): ServiceError => new ServiceError("invalid_code", `${detail} Connect again.`);
const malformed = (error: string, detail: string): ServiceError =>
  new ServiceError("malformed_request", detail, { extra: { error } });
