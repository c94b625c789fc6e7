import type { SignInMethod, Tokens, User } from "@tackroom/contract";
import type { Call } from "../../platform/http/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { insertFamily, type NewRefreshToken, type ProviderSession } from "../stores/token-store.js";
import { secretHash, type IssuedPair, type TokenIssuer, type TokenSubject } from "./tokens.js";
import { noteSignIn } from "../stores/user-store.js";
import type { Account } from "../stores/account.js";

export interface SignInDeps {
  readonly tokens: TokenIssuer;
}

/** Whose sign-in it is, and what it was proved by, as far as it ends or stays bounded by that. */
export interface SignInSubject extends TokenSubject {
  readonly keyId?: string;
  readonly passwordSetBy?: string | null;
  readonly provider?: ProviderSession;
  readonly method: SignInMethod;
}

/**
 * Starts a sign-in of someone who has proved who they are. `alongside` runs in the same transaction, before it, and gives the
 * account as it is then, locked: since the proof, which takes a while, it may have been deactivated.
 */
export async function signIn(
  { tokens }: SignInDeps,
  account: SignInSubject,
  call: Call,
  alongside: (tx: Tx) => Promise<Account>,
): Promise<Tokens> {
  // Signed before the transaction, which must be short: on PGlite everyone else waits.
  const pair = await tokens.issuePair(account);
  const current = await call.act(async (tx) => {
    const found = await alongside(tx);
    refuseDeactivated(found);
    // Set only now: a caller who failed to sign in must not appear in the audit log as the account's owner.
    call.describeForAudit({ actor: actorOf(found), resourceId: found.id, resourceName: found.email });
    const { keyId = null, passwordSetBy = null, provider = null } = account;
    await insertFamily(tx, { userId: found.id, keyId, passwordSetBy, provider }, refreshRow(pair));
    await noteSignIn(tx, found.id, account.method);
    return found;
  });
  return {
    user: shownUser(current),
    ...tokensOf(pair),
    must_change_password: current.must_change_password,
  };
}

export const actorOf = ({ id, email, role }: Pick<Account, "id" | "email" | "role">) => ({ userId: id, email, role });

export function refuseDeactivated({ is_active }: Pick<Account, "is_active">): void {
  if (!is_active) throw new ServiceError("account_deactivated", "The account is deactivated. Ask an admin.");
}

export function refreshRow({ family, refresh }: IssuedPair): NewRefreshToken {
  return { id: refresh.id, family, token_hash: secretHash(refresh.token), expires_at: refresh.expiresAt };
}

export function tokensOf(pair: IssuedPair) {
  return {
    access_token: pair.access.token,
    refresh_token: pair.refresh.token,
    token_type: "bearer" as const,
    expires_in: pair.expiresInSeconds,
  };
}

/** The account without what only the service may know. */
export function shownUser(account: Account): User {
  const { id, email, username, name, role, department, auth_provider, avatar_url, is_active, created_at } = account;
  return { id, email, username, name, role, department, auth_provider, avatar_url, is_active, created_at };
}
