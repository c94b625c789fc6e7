import { createHash, randomInt } from "node:crypto";
import type { CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import type { Sealing } from "../../platform/sealing/index.js";
import { normaliseEmail } from "../core/emails.js";
import { putResetCode } from "../stores/password-reset-store.js";
import type { Passwords } from "../passwords/passwords.js";
import { findUserByLogin } from "../stores/user-store.js";

export interface RequestResetDeps {
  readonly db: Db;
  readonly passwords: Passwords;
  readonly sealing: Pick<Sealing, "keyedDigest">;
  /** Shows an operator something on the server's console, whatever the log level. */
  readonly announce: (message: string) => void;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const CODE_LENGTH = 6;

/** Does the same work whether or not there is such an account, so that neither answer nor time tells. */
export async function requestReset(
  { db, passwords, sealing, announce }: RequestResetDeps,
  { email: typedEmail }: { readonly email: string },
  { call }: CallContext<null>,
): Promise<{ message: string }> {
  const email = normaliseEmail(typedEmail);
  const account = await findUserByLogin(db, email);
  const canReset = account !== undefined && account.is_active && account.auth_provider === "local";
  const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  const codeHash = await passwords.hash(code);
  if (account) call.describeForAudit({ resourceId: account.id, resourceName: account.email });
  call.describeForAudit({ detail: { password: "reset code requested", has_password: canReset } });
  const codeDigest = resetCodeDigest(sealing, code);
  const owner = canReset ? { codeDigest, userId: account.id } : { codeDigest: null, userId: null };
  await call.act((tx) => putResetCode(tx, emailDigest(email), codeHash, owner));
  announce(
    canReset
      ? `Password reset code for ${email}: ${code} (valid for 15 minutes, single use). Give it to the user in person.`
      : `A password reset was requested for ${JSON.stringify(email)}, which has no local password.`,
  );
  return {
    message: "If the account exists, a reset code has been printed on the server's console. Ask the operator for it.",
  };
}

export const resetCodeDigest = (sealing: RequestResetDeps["sealing"], code: string): Buffer =>
  sealing.keyedDigest("password reset", code);

export const emailDigest = (email: string): Buffer => createHash("sha256").update(email).digest();
