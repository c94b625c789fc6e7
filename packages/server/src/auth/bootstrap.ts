import { createHash } from "node:crypto";
import type { BootstrapBody, Tokens, User } from "@tackroom/contract";
import type { RequestFacts } from "../platform/http/index.js";
import { newId } from "../platform/ids.js";
import { ServiceError } from "../platform/service-error.js";
import { isLocalRequest } from "./core/local-request.js";
import { passwordProblem } from "./core/password-rules.js";
import { defaultUsername, isUsername } from "./core/usernames.js";
import { generatePassword, hashPassword } from "./password-hash.js";
import type { SigningKeys } from "./signing-keys.js";
import { ACCESS_TOKEN_MINUTES, issueAccessToken, issueRefreshToken } from "./tokens.js";
import type { NewRefreshToken, NewUser } from "./user-store.js";

export interface BootstrapDeps {
  /** Undefined when there has been a first admin already. */
  readonly insertFirstAdmin: (
    user: NewUser,
    refreshToken: Omit<NewRefreshToken, "user_id">,
  ) => Promise<User | undefined>;
  readonly keys: SigningKeys;
  readonly frontendUrl: string;
  readonly ssoOnly: boolean;
}

const DEFAULT_EMAIL = "admin@localhost";

/** The first account. Of two callers at the same moment one makes it, and the other is told that it exists. */
export async function bootstrap(deps: BootstrapDeps, body: BootstrapBody, facts: RequestFacts): Promise<Tokens> {
  if (!isLocalRequest({ ...facts, frontendUrl: deps.frontendUrl })) {
    throw new ServiceError("not_loopback", "The first admin is created on the server's own machine, without a proxy.");
  }
  if (deps.ssoOnly)
    throw new ServiceError("sso_only", "Local accounts are off (SSO_ONLY). Sign in with single sign-on.");

  const email = (body.email ?? DEFAULT_EMAIL).trim().toLowerCase();
  const username = body.username ?? defaultUsername(email, sha256(email).toString("hex"));
  refuseBadChoices(username, body.password);
  const password = body.password ?? generatePassword();
  const account = {
    id: newId(),
    email,
    username,
    name: body.name ?? "Admin",
    role: "admin" as const,
    password_hash: await hashPassword(password),
  };
  const access = await issueAccessToken(deps.keys, account);
  const family = newId();
  const refresh = await issueRefreshToken(deps.keys, account, family);

  const user = await deps.insertFirstAdmin(account, {
    id: refresh.id,
    family,
    token_hash: sha256(refresh.token),
    expires_at: refresh.expiresAt,
  });
  if (!user) {
    throw new ServiceError("already_initialized", "The server is already initialized. Ask an admin for an account.");
  }
  return {
    user,
    access_token: access.token,
    refresh_token: refresh.token,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_MINUTES * 60,
    must_change_password: false,
    ...(body.password === undefined ? { password } : {}),
  };
}

function refuseBadChoices(username: string, password: string | undefined): void {
  const problem = password === undefined ? undefined : passwordProblem(password);
  const errors = [
    ...(problem ? [{ path: "body.password", message: problem }] : []),
    ...(isUsername(username) ? [] : [{ path: "body.username", message: "is not a username, or is reserved" }]),
  ];
  const [first] = errors;
  if (first) throw new ServiceError("validation_failed", `${first.path} ${first.message}`, { extra: { errors } });
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
