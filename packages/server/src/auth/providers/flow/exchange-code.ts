import type { Tokens } from "@tackroom/contract";
import type { CallContext } from "../../../platform/http/index.js";
import { signIn, type SignInDeps } from "../../sessions/sign-in.js";
import { secretHash } from "../../sessions/tokens.js";
import { takeCode } from "../../stores/sso-store.js";
import { findUser, lockUser } from "../../stores/user-store.js";
import { refused } from "../failures.js";
import { knownBrowser } from "./flow-cookie.js";
import type { FlowDeps } from "./flows.js";

/** `POST /auth/exchange` */
export async function exchangeCode(
  deps: FlowDeps & SignInDeps,
  { code }: { readonly code: string },
  { call }: CallContext<null>,
): Promise<Tokens> {
  const browserHash = knownBrowser(deps, call);
  const found = browserHash && (await takeCode(deps.db, { codeHash: secretHash(code), browserHash }));
  const account = found && (await findUser(deps.db, found.user_id));
  if (!found || !account) throw wrongCode();
  call.describeForAudit({
    resourceId: account.id,
    resourceName: account.email,
    detail: { signed_in_with: found.method },
  });
  const { method, provider_session: session, provider_sealed: sealed } = found;
  return signIn(deps, { ...account, method, provider: { method, session, sealed } }, call, async (tx) => {
    const current = await lockUser(tx, account.id);
    if (current?.auth_provider !== method) throw wrongCode();
    return current;
  });
}

const wrongCode = () =>
  refused("invalid_code", "The code is unknown, already used, expired or from another browser. Sign in again.");
