import type { SsoMethod } from "@tackroom/contract";
import type { Call } from "../../../platform/http/index.js";
import { newId } from "../../../platform/ids.js";
import type { Tx } from "../../../platform/relational/tx.js";
import { normaliseEmail } from "../../core/emails.js";
import { linkRefusal } from "../../core/link-rules.js";
import { isProviderName } from "../../core/provider-names.js";
import { usernamesFor } from "../../passwords/choices.js";
import { refuseDeactivated } from "../../sessions/sign-in.js";
import { revokeKeysOf } from "../../stores/api-key-store.js";
import { revokeFamiliesOf } from "../../stores/token-store.js";
import type { Account } from "../../stores/account.js";
import { handToProvider, lockUserBySubject } from "../../stores/provider-account-store.js";
import { insertUser, lockUsersByEmail, updateUser } from "../../stores/user-store.js";
import { readable, refused } from "../failures.js";
import type { Vouched } from "../provider.js";

export interface AccountRules {
  /** Whether an account of a reviewer or an admin may be joined. */
  readonly linksPrivileged: boolean;
  /** Whether someone without an account gets one. */
  readonly createsAccounts: boolean;
}

/** The account of someone a provider vouches for: theirs, one of the same verified address, or a new one (contract §3.5). */
export async function accountOf(
  tx: Tx,
  method: SsoMethod,
  vouched: Vouched,
  { rules, call }: { readonly rules: AccountRules; readonly call: Call },
): Promise<Account> {
  const email = requirePlausible(vouched);
  const own = await lockUserBySubject(tx, { method, subject: vouched.subject });
  if (own) {
    describe(call, own, "existing");
    refuseDeactivated(own);
    return (await followAddress(tx, own, { ...vouched, email })) ?? own;
  }
  const [sameAddress] = await lockUsersByEmail(tx, [email]);
  if (!sameAddress) return createAccount(tx, method, { ...vouched, email }, { rules, call });

  call.describeForAudit({ resourceId: sameAddress.id, resourceName: email });
  const refusal = linkRefusal({ account: sameAddress, isEmailVerified: vouched.isEmailVerified, ...rules });
  if (refusal !== undefined) throw refused("forbidden", refusal);
  refuseDeactivated(sameAddress);
  // The one who had the password may be somebody else: nothing that they made goes on working.
  await revokeFamiliesOf(tx, sameAddress.id);
  await revokeKeysOf(tx, sameAddress.id);
  const joined = await handToProvider(tx, sameAddress.id, { method, subject: vouched.subject });
  if (!joined) throw new Error(`account ${sameAddress.id} disappeared while it was locked`);
  describe(call, joined, "joined");
  return joined;
}

/** The address in its usual spelling. A provider may send anything; what is stored is bounded and kept as it was sent. */
function requirePlausible({ email: given, subject, session }: Vouched): string {
  const email = normaliseEmail(given);
  const isEmail = email.length <= 254 && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email);
  if (!isEmail) throw unusable("an email address that is not one");
  if (!isProviderName(subject)) throw unusable("a name for you that is too long or has unusual characters");
  if (session !== null && !isProviderName(session)) {
    throw unusable("a session name that is too long or has unusual characters");
  }
  return email;
}

const unusable = (what: string) =>
  refused("invalid_state", `The identity provider sent ${what}. Ask an admin to correct it there.`);

function describe(call: Call, account: Account, how: "existing" | "joined" | "created"): void {
  call.describeForAudit({ resourceId: account.id, resourceName: account.email, detail: { account: how } });
}

async function createAccount(
  tx: Tx,
  method: SsoMethod,
  { subject, email, name, avatarUrl }: Vouched,
  { rules, call }: { readonly rules: AccountRules; readonly call: Call },
): Promise<Account> {
  call.describeForAudit({ resourceName: email });
  if (!rules.createsAccounts) {
    throw refused("forbidden", `There is no account for ${email}, and new ones are not created. Ask an admin for one.`);
  }
  const user = {
    id: newId(),
    email,
    name:
      readable(name ?? "")
        .slice(0, 200)
        .toWellFormed() || email,
    role: "user" as const,
    password_hash: null,
    auth_provider: method,
    sso_subject_id: subject,
    avatar_url: webAddress(avatarUrl),
  };
  const made = await insertUser(tx, user, usernamesFor(email, undefined));
  if (!made) throw refused("invalid_state", "Your account was created a moment ago. Sign in again.");
  describe(call, made, "created");
  return made;
}

/** In the spelling of a URL, which has no characters that a database refuses. */
function webAddress(address: string | null): string | null {
  if (!address?.startsWith("https://") || !URL.canParse(address)) return null;
  const { href } = new URL(address);
  return href.length <= 2000 ? href : null;
}

/** People are renamed. The address follows if the provider stands for it and nobody else has it. */
async function followAddress(
  tx: Tx,
  account: Account,
  { email, isEmailVerified }: Vouched,
): Promise<Account | undefined> {
  if (account.email === email || !isEmailVerified) return undefined;
  const [holder] = await lockUsersByEmail(tx, [email]);
  return holder ? undefined : updateUser(tx, account.id, { email });
}
