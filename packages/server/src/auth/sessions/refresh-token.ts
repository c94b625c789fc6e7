import type { RefreshBody } from "@tackroom/contract";
import type { Call, CallContext } from "../../platform/http/index.js";
import type { Db, Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { endEverySignIn } from "./end-every-sign-in.js";
import { presentedRefreshToken, type BrowserDeps } from "./refresh-cookie.js";
import { actorOf, refreshRow, refuseDeactivated, tokensOf } from "./sign-in.js";
import { insertNextToken, revokeFamily, useRefreshToken } from "../stores/token-store.js";
import { secretHash, type Audience, type IssuedPair, type TokenIssuer } from "./tokens.js";
import { findUser } from "../stores/user-store.js";

export interface RefreshDeps extends BrowserDeps {
  readonly db: Db;
  readonly tokens: TokenIssuer;
  /** Whether the provider of an account still vouches for it. */
  readonly stillVouched: (userId: string) => Promise<boolean>;
}

/** `POST /auth/token/refresh` */
export async function refreshToken(
  deps: RefreshDeps,
  body: RefreshBody,
  { call }: CallContext<null>,
): Promise<ReturnType<typeof tokensOf>> {
  const presented = presentedRefreshToken(deps, body.refresh_token, call);
  if (presented === undefined) throw dead("Send refresh_token in the body or, in a browser, the session cookie.");
  return tokensOf(await renewSignIn(deps, presented, call));
}

/** What a client's tokens open, and what is stored beside their renewal, or not at all. */
export interface ClientRenewal {
  readonly audience: Audience;
  readonly alongside: (tx: Tx) => Promise<void>;
}

/**
 * Rotates the token, which has the right type. Reuse after the grace period means that the token was stolen, so the sign-in is
 * ended.
 */
export async function renewSignIn(
  deps: Omit<RefreshDeps, keyof BrowserDeps>,
  presented: string,
  call: Call,
  client?: ClientRenewal,
): Promise<IssuedPair> {
  const { db, tokens } = deps;
  const { id, family, userId } = await tokens.verify(presented, client ? "mcp_refresh" : "refresh");
  const account = await findUser(db, userId);
  if (!account) throw dead("The account no longer exists.");
  call.describeForAudit({ actor: actorOf(account), resourceId: family });
  refuseDeactivated(account);

  if (account.auth_provider !== "local" && !(await deps.stillVouched(account.id))) {
    call.describeForAudit({ detail: { provider: account.auth_provider, vouches: false, sign_ins: "ended" } });
    return call.act(
      (tx) => endEverySignIn(tx, account.id),
      dead("Your identity provider no longer confirms your account, so you have been signed out. Sign in again."),
    );
  }
  const pair = await tokens.issuePair(account, family, client?.audience);
  const verdict = await call.act(async (tx) => {
    const found = await useRefreshToken(tx, { id, family, hash: secretHash(presented) });
    if (found !== "usable") return found;
    await insertNextToken(tx, refreshRow(pair));
    await client?.alongside(tx);
    return found;
  });
  if (verdict === "usable") return pair;
  if (verdict !== "reused") throw dead("You have been signed out. Sign in again.");
  call.describeForAudit({ detail: { refresh_token: "used twice", sign_in: "ended" } });
  return call.act(
    (tx) => revokeFamily(tx, family),
    dead("This refresh token has already been used, so the sign-in has been ended. Sign in again."),
  );
}

const dead = (detail: string): ServiceError => new ServiceError("unauthenticated", detail);
