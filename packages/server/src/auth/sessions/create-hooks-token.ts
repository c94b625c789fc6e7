import type { CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { findHooksHolder } from "../stores/token-store.js";
import { lockLiveCaller } from "./live-credential.js";
import type { TokenIssuer } from "./tokens.js";

export interface HooksTokenDeps {
  readonly db: Db;
  readonly tokens: TokenIssuer;
}

export async function createHooksToken(
  { db, tokens }: HooksTokenDeps,
  { caller, call }: CallContext,
): Promise<{ access_token: string; expires_in: number }> {
  call.describeForAudit({ resourceId: caller.userId, resourceName: caller.email });
  const holder = await findHooksHolder(db, { userId: caller.userId, keyId: undefined, issuedAt: new Date() });
  if (!holder) {
    throw new ServiceError(
      "invalid_state",
      "You have signed out elsewhere, which revoked your hooks tokens. Sign in again first.",
    );
  }
  const { token, expiresInSeconds } = await tokens.issueHooks(holder, caller.keys[0]);
  call.describeForAudit({ detail: { token: "for hooks", expires_in_seconds: expiresInSeconds } });
  await call.act((tx) => lockLiveCaller(tx, caller));
  return { access_token: token, expires_in: expiresInSeconds };
}
