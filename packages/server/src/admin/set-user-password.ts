import type { SetUserPasswordBody, UserPasswordSet } from "@tackroom/contract";
import { generatePassword, refuseBadChoices, revokeFamiliesOf, updateUser } from "../auth/index.js";
import type { CallContext } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import { changeUser } from "./change-user.js";
import type { UserDeps } from "./create-user.js";

export interface PasswordWish {
  readonly id: string;
  readonly body: SetUserPasswordBody;
}

export async function setUserPassword(
  { passwords }: UserDeps,
  { id, body }: PasswordWish,
  { caller, call }: CallContext,
): Promise<UserPasswordSet> {
  const chosen = "new_password" in body ? body.new_password : undefined;
  refuseBadChoices({ password: chosen, passwordMember: "new_password" });
  const generated = chosen === undefined ? generatePassword() : undefined;
  const password_hash = await passwords.hash(chosen ?? generated ?? "");
  await changeUser({ id, caller, call }, { notToOneself: true }, async (tx, target) => {
    if (target.auth_provider !== "local") {
      throw new ServiceError(
        "invalid_state",
        `The account signs in through ${target.auth_provider} and has no password.`,
      );
    }
    call.describeForAudit({ detail: { password: "reset", user: target.email, generated: generated !== undefined } });
    await updateUser(tx, id, { password_hash, must_change_password: true, password_set_by: caller.userId });
    await revokeFamiliesOf(tx, id);
  });
  return {
    message: "The password has been reset. The user must choose a new one at the next sign-in.",
    ...(generated === undefined ? {} : { generated_password: generated }),
    must_change_password: true,
  };
}
