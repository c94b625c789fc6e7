import type { ResetPasswordBody, Tokens } from "@tackroom/contract";
import type { Call } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import { refuseBadChoices, refuseIfSsoOnly } from "./choices.js";
import { normaliseEmail } from "./core/emails.js";
import type { LoginDeps } from "./login.js";
import { deleteResetCode, tryResetCode } from "./password-reset-store.js";
import { emailDigest } from "./request-reset.js";
import { refuseDeactivated, signIn } from "./sign-in.js";
import { revokeFamiliesOf } from "./token-store.js";
import { findUserByLogin, updateUser } from "./user-store.js";

export async function resetPassword(deps: LoginDeps, body: ResetPasswordBody, call: Call): Promise<Tokens> {
  const { db, passwords, settings } = deps;
  refuseIfSsoOnly(settings);
  refuseBadChoices({ password: body.new_password, passwordMember: "new_password" });
  const email = normaliseEmail(body.email);
  const code = ("code" in body ? body.code : body.token).trim().toUpperCase();
  const digest = emailDigest(email);
  const account = await findUserByLogin(db, email);
  if (account) call.tell({ resourceId: account.id, resourceName: account.email });

  const codeHash = await tryResetCode(db, digest);
  const isRight = await passwords.verify(codeHash, code);
  if (!isRight || codeHash === undefined || account?.auth_provider !== "local") throw wrongCode();
  refuseDeactivated(account);
  const password_hash = await passwords.hash(body.new_password);
  call.tell({ detail: { password: "reset by a code", other_sign_ins: "ended" } });
  return signIn(deps, account, call, async (tx) => {
    if (!(await deleteResetCode(tx, digest, codeHash))) throw wrongCode();
    await revokeFamiliesOf(tx, account.id);
    const change = { password_hash, must_change_password: false, password_set_by: null };
    const changed = await updateUser(tx, account.id, change);
    if (!changed) throw wrongCode();
    return changed;
  });
}

const wrongCode = (): ServiceError =>
  new ServiceError("invalid_code", "The code is wrong, used or older than 15 minutes. Ask for a new one.");
