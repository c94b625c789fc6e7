import type { ResetPasswordBody, Tokens } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { fieldError, ServiceError } from "../../platform/service-error.js";
import { refuseBadChoices } from "../passwords/choices.js";
import { normaliseEmail } from "../core/emails.js";
import type { LoginDeps } from "../sessions/login.js";
import { countTryOfAnyCode, deleteResetCode, findResetByCode, tryResetCode } from "../stores/password-reset-store.js";
import { emailDigest, resetCodeDigest, type RequestResetDeps } from "./request-reset.js";
import { refuseDeactivated, signIn } from "../sessions/sign-in.js";
import { revokeFamiliesOf } from "../stores/token-store.js";
import { findUser, findUserByLogin, lockUser, updateUser } from "../stores/user-store.js";
import type { Account } from "../stores/account.js";

export type ResetPasswordDeps = LoginDeps & Pick<RequestResetDeps, "sealing">;

export async function resetPassword(
  deps: ResetPasswordDeps,
  body: ResetPasswordBody,
  { call }: CallContext<null>,
): Promise<Tokens> {
  const { db, passwords } = deps;
  const typed = body.code ?? body.token;
  if (typed === undefined) throw fieldError("body.code", "is required");
  refuseBadChoices({ password: body.new_password, passwordMember: "new_password" });
  const code = typed.trim().toUpperCase();
  const { digest, account } = await (body.email === undefined
    ? findByCode(deps, code)
    : findByEmail(deps, normaliseEmail(body.email)));
  if (account) call.describeForAudit({ resourceId: account.id, resourceName: account.email });

  const codeHash = digest && (await tryResetCode(db, digest));
  const isRight = await passwords.verify(codeHash, code);
  if (!isRight || !digest || codeHash === undefined || account?.auth_provider !== "local") throw wrongCode();
  refuseDeactivated(account);
  const password_hash = await passwords.hash(body.new_password);
  call.describeForAudit({ detail: { password: "reset with a code", other_sign_ins: "ended" } });
  return signIn(deps, { ...account, method: "password" }, call, async (tx) => {
    // Since it was looked up, a provider may have begun to vouch for the account. It is locked first, as whatever voids codes does.
    if ((await lockUser(tx, account.id))?.auth_provider !== "local") throw wrongCode();
    if (!(await deleteResetCode(tx, digest, codeHash))) throw wrongCode();
    await revokeFamiliesOf(tx, account.id);
    const change = { password_hash, must_change_password: false, password_set_by: null };
    const changed = await updateUser(tx, account.id, change);
    if (!changed) throw wrongCode();
    return changed;
  });
}

interface Meant {
  readonly digest: Buffer | undefined;
  readonly account: Account | undefined;
}

async function findByEmail({ db }: ResetPasswordDeps, email: string): Promise<Meant> {
  return { digest: emailDigest(email), account: await findUserByLogin(db, email) };
}

/** For everybody together, within the lifetime of a code: enough for people, and hopeless for guessing one of 36^6. */
const MAX_TRIES_WITHOUT_EMAIL = 20;
/** No account has an empty email. */
const NO_EMAIL = emailDigest("");

async function findByCode({ db, sealing }: ResetPasswordDeps, code: string): Promise<Meant> {
  if ((await countTryOfAnyCode(db, NO_EMAIL)) > MAX_TRIES_WITHOUT_EMAIL) {
    throw new ServiceError(
      "invalid_code",
      "Too many codes were tried without an email in the last 15 minutes. Send the email address of your account with the code.",
    );
  }
  const found = await findResetByCode(db, resetCodeDigest(sealing, code));
  return { digest: found?.emailDigest, account: found && (await findUser(db, found.userId)) };
}

const wrongCode = (): ServiceError =>
  new ServiceError("invalid_code", "The code is incorrect, already used or expired. Request a new one.");
