import type { ChangePasswordBody } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { refuseBadChoices } from "../passwords/choices.js";
import { describeSetter } from "../passwords/password-setter.js";
import type { Passwords } from "../passwords/passwords.js";
import { lockLiveCaller } from "../sessions/live-credential.js";
import { revokeFamiliesOf } from "../stores/token-store.js";
import { findUser, updateUser } from "../stores/user-store.js";

export interface ChangePasswordDeps {
  readonly db: Db;
  readonly passwords: Passwords;
}

export async function changePassword(
  { db, passwords }: ChangePasswordDeps,
  body: ChangePasswordBody,
  { caller, call }: CallContext,
): Promise<{ message: string }> {
  refuseBadChoices({ password: body.new_password, passwordMember: "new_password" });
  call.describeForAudit({ resourceId: caller.userId, resourceName: caller.email });
  const account = await findUser(db, caller.userId);
  if (account && account.auth_provider !== "local") {
    throw new ServiceError("invalid_state", "You sign in with single sign-on: this account has no password to change.");
  }
  if (!(await passwords.verify(account?.password_hash, body.current_password))) {
    throw new ServiceError("invalid_state", "The current password is incorrect.");
  }
  if (body.new_password === body.current_password) {
    throw new ServiceError("invalid_state", "The new password must differ from the current one.");
  }
  if (account?.password_set_by) {
    call.describeForAudit({ detail: { replaces_password_set_by: await describeSetter(db, account.password_set_by) } });
  }
  const password_hash = await passwords.hash(body.new_password);
  call.describeForAudit({ detail: { password: "changed by its owner", other_sign_ins: "ended" } });
  await call.act(async (tx) => {
    await lockLiveCaller(tx, caller);
    await updateUser(tx, caller.userId, { password_hash, must_change_password: false, password_set_by: null });
    const kept = caller.credential.kind === "access" ? caller.credential.family : undefined;
    await revokeFamiliesOf(tx, caller.userId, kept);
  });
  return { message: "The password has been changed. Your other sign-ins have ended." };
}
