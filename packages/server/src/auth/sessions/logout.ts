import type { RefreshBody } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { presentedRefreshToken, type BrowserDeps } from "./refresh-cookie.js";
import { revokeFamily } from "../stores/token-store.js";
import type { TokenClaims, TokenIssuer } from "./tokens.js";
import { updateUser } from "../stores/user-store.js";

export interface LogoutDeps extends BrowserDeps {
  readonly tokens: TokenIssuer;
  /** Where the browser signs out at the identity provider of a sign-in too; undefined where there is nothing to end. */
  readonly logoutUrl: (family: string) => Promise<string | undefined>;
}

const SIGNED_OUT_BY_KEY =
  "Signed out. The API key used for this request is still valid. To revoke it, use DELETE /api/v1/keys/{id}.";

/** Ends the sign-in of the access token, and that of the refresh token if it is another one of the same user. */
export async function logout(
  deps: LogoutDeps,
  body: RefreshBody,
  { caller, call }: CallContext,
): Promise<{ detail: string; logout_url?: string }> {
  const claims = await readClaims(deps, presentedRefreshToken(deps, body.refresh_token, call));
  const families = [
    ...(caller.credential.kind === "access" ? [caller.credential.family] : []),
    ...(claims?.userId === caller.userId ? [claims.family] : []),
  ];
  call.describeForAudit({ detail: { sign_ins_ended: new Set(families).size, hooks_tokens: "stopped" } });
  const [first] = families;
  const logoutUrl = first === undefined ? undefined : await deps.logoutUrl(first);
  await call.act(async (tx) => {
    for (const family of new Set(families)) await revokeFamily(tx, family);
    await updateUser(tx, caller.userId, { hooks_stopped: true });
  });
  return {
    detail: caller.credential.kind === "api_key" ? SIGNED_OUT_BY_KEY : "Signed out",
    ...(logoutUrl === undefined ? {} : { logout_url: logoutUrl }),
  };
}

/** A refresh token that is dead already must not keep anyone from signing out. */
async function readClaims({ tokens }: LogoutDeps, token: string | undefined): Promise<TokenClaims | undefined> {
  if (token === undefined) return undefined;
  try {
    return await tokens.verify(token, "refresh");
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
