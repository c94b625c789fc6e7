import type { Credentials, Tokens } from "@tackroom/contract";
import type { Call, CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { findKeyHolder } from "../stores/api-key-store.js";
import { normaliseEmail } from "../core/emails.js";
import type { Passwords } from "../passwords/passwords.js";
import { describeSetter } from "../passwords/password-setter.js";
import { actorOf, refuseDeactivated, signIn, type SignInDeps } from "./sign-in.js";
import { secretHash } from "./tokens.js";
import { findUser, findUserByLogin, lockUser } from "../stores/user-store.js";
import type { Account } from "../stores/account.js";

export interface LoginDeps extends SignInDeps {
  readonly db: Db;
  readonly passwords: Passwords;
}

/** `POST /auth/token`: a login of which the endpoint's reply shows less. */
export function createToken(deps: LoginDeps, credentials: Credentials, context: CallContext<null>): Promise<Tokens> {
  return login(deps, credentials, context);
}

/** `POST /auth/login` */
export async function login(deps: LoginDeps, credentials: Credentials, { call }: CallContext<null>): Promise<Tokens> {
  const { account, ...proof } = await prove(deps, credentials, call);
  // Only a right secret learns that the account is deactivated: to everyone else it does not even exist.
  refuseDeactivated(account);
  call.describeForAudit({
    detail: proof.keyId ? { signed_in_with: "api_key", key_id: proof.keyId } : { signed_in_with: "password" },
  });
  return signIn(deps, { ...account, ...proof, method: proof.keyId ? "api_key" : "password" }, call, async (tx) => {
    const current = await lockUser(tx, account.id);
    const isUnchanged = current?.password_hash === account.password_hash;
    if (current && isUnchanged) return current;
    throw wrong();
  });
}

interface Proof {
  readonly account: Account;
  /** The key that it was proved by. */
  readonly keyId?: string;
  readonly passwordSetBy: string | null;
}

function prove(deps: LoginDeps, credentials: Credentials, call: Call): Promise<Proof> {
  return "api_key" in credentials
    ? proveByKey(deps, credentials.api_key, call)
    : proveByPassword(deps, credentials, call);
}

async function proveByKey({ db }: LoginDeps, key: string, call: Call): Promise<Proof> {
  const holder = await findKeyHolder(db, secretHash(key));
  const account = holder && (await findUser(db, holder.id));
  if (!account) throw wrong();
  if (holder.password_set_by !== null) {
    const setter = await describeSetter(db, holder.password_set_by);
    call.describeForAudit({ detail: { password_set_by: setter } });
  }
  return { account, keyId: holder.key_id, passwordSetBy: holder.password_set_by };
}

async function proveByPassword(
  { db, passwords }: LoginDeps,
  { email, password }: { readonly email: string; readonly password: string },
  call: Call,
): Promise<Proof> {
  const account = await findUserByLogin(db, normaliseEmail(email));
  if (account) call.describeForAudit({ resourceId: account.id, resourceName: account.email });
  const isRight = await passwords.verify(account?.password_hash, password);
  if (!account || !isRight) throw wrong();
  call.describeForAudit({ actor: actorOf(account) });
  if (account.password_set_by !== null) {
    const setter = await describeSetter(db, account.password_set_by);
    call.describeForAudit({ detail: { password_set_by: setter } });
  }
  // A password assigned on creation may be kept; one that must be changed is still known to the admin.
  return { account, passwordSetBy: account.must_change_password ? account.password_set_by : null };
}

const wrong = (): ServiceError =>
  new ServiceError(
    "invalid_credentials",
    "Incorrect email, password or API key. Check your credentials, or reset the password.",
  );
