import type { RegisterBody, Tokens } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { newId } from "../../platform/ids.js";
import { ServiceError } from "../../platform/service-error.js";
import type { Settings } from "../../settings/index.js";
import { refuseBadChoices, takenRefusal, usernamesFor } from "../passwords/choices.js";
import { normaliseEmail } from "../core/emails.js";
import { usernameIsTaken } from "../stores/namespace-store.js";
import type { Passwords } from "../passwords/passwords.js";
import { signIn, type SignInDeps } from "../sessions/sign-in.js";
import { insertUser } from "../stores/user-store.js";

export interface RegisterDeps extends SignInDeps {
  readonly passwords: Passwords;
  readonly settings: Pick<Settings, "get">;
}

export async function register(deps: RegisterDeps, body: RegisterBody, { call }: CallContext<null>): Promise<Tokens> {
  if (!deps.settings.get("auth.self_registration_enabled")) {
    throw new ServiceError("registration_disabled", "Self-registration is disabled. Ask an admin for an account.");
  }
  refuseBadChoices(body);
  const user = {
    id: newId(),
    email: normaliseEmail(body.email),
    name: body.name.trim(),
    role: "user" as const,
    password_hash: await deps.passwords.hash(body.password),
  };
  call.describeForAudit({ resourceName: user.email });
  call.describeForAudit({ detail: { role: user.role, registered: "by themselves" } });
  return signIn(deps, { ...user, method: "password" }, call, async (tx) => {
    const made = await insertUser(tx, user, usernamesFor(user.email, body.username));
    if (made) return made;
    throw takenRefusal(body.username, body.username !== undefined && (await usernameIsTaken(tx, body.username)));
  });
}
