import { timingSafeEqual } from "node:crypto";
import type { BootstrapBody, Tokens } from "@tackroom/contract";
import type { Secret } from "../../platform/config/index.js";
import type { AuditDetail, CallContext } from "../../platform/http/index.js";
import { newId } from "../../platform/ids.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import type { Settings } from "../../settings/index.js";
import { refuseBadChoices, usernamesFor } from "../passwords/choices.js";
import { normaliseEmail } from "../core/emails.js";
import { isLocalRequest } from "../core/local-request.js";
import { generatePassword, type Passwords } from "../passwords/passwords.js";
import { signIn, type SignInDeps } from "../sessions/sign-in.js";
import { secretHash } from "../sessions/tokens.js";
import type { Account } from "../stores/account.js";
import { closeBootstrap, insertUser } from "../stores/user-store.js";

export interface BootstrapDeps extends SignInDeps {
  readonly passwords: Passwords;
  readonly settings: Pick<Settings, "get">;
  /** The token that the creator of the first admin must present to prove that the operator authorized it. */
  readonly bootstrapToken: Secret | null;
  /** What the first admin finds; what it returns is recorded with the account. */
  readonly furnish?: (tx: Tx, admin: Account) => Promise<AuditDetail>;
}

const DEFAULT_EMAIL = "admin@localhost";

/** The first account. Of two callers at the same moment one makes it, and the other is told that it exists. */
export async function bootstrap(
  deps: BootstrapDeps,
  body: BootstrapBody,
  { call }: CallContext<null>,
): Promise<Tokens> {
  const frontendUrl = deps.settings.get("deployment.frontend_url");
  if (!isLocalRequest({ peer: call.peer, headers: call.headers, frontendUrl })) {
    throw new ServiceError(
      "not_loopback",
      "The first admin can only be created from the server's own machine, without a proxy.",
    );
  }
  requireToken(deps.bootstrapToken, body.token ?? call.headers["x-bootstrap-token"]);
  refuseBadChoices(body);
  const email = normaliseEmail(body.email ?? DEFAULT_EMAIL);
  const password = body.password ?? generatePassword();
  const admin = {
    id: newId(),
    email,
    name: body.name?.trim() ?? "Admin",
    role: "admin" as const,
    password_hash: await deps.passwords.hash(password),
  };
  call.describeForAudit({ resourceName: email, detail: { role: admin.role, first_account: true } });
  const tokens = await signIn(deps, { ...admin, method: "password" }, call, async (tx) => {
    const isFirst = await closeBootstrap(tx);
    const made = isFirst ? await insertUser(tx, admin, usernamesFor(email, body.username)) : undefined;
    if (made) {
      if (deps.furnish) call.describeForAudit({ detail: await deps.furnish(tx, made) });
      return made;
    }
    throw new ServiceError("already_initialized", "The server is already initialized. Ask an admin for an account.");
  });
  return body.password === undefined ? { ...tokens, password } : tokens;
}

/** A proxy on this machine that forwards without a header makes strangers look local; a token tells them apart. */
function requireToken(expected: Secret | null, given: string | string[] | undefined): void {
  if (expected === null) return;
  // Digests have one length, so that the comparison takes the same time for every token.
  if (timingSafeEqual(secretHash(expected.reveal()), secretHash(String(given ?? "")))) return;
  throw new ServiceError(
    "bootstrap_token_required",
    "A bootstrap token is required to create the first admin. Send the value of BOOTSTRAP_TOKEN as token in the body or in the X-Bootstrap-Token header.",
  );
}
