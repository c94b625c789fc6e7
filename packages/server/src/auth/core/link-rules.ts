import type { AuthProvider, Role } from "@tackroom/contract";

export interface LinkWish {
  /** The account that already has the address. */
  readonly account: { readonly auth_provider: AuthProvider; readonly role: Role };
  readonly isEmailVerified: boolean;
  readonly linksPrivileged: boolean;
}

/** Why single sign-on may not take over the account with the same email address; undefined when it may (contract §3.5). */
export function linkRefusal({ account, isEmailVerified, linksPrivileged }: LinkWish): string | undefined {
  const exists = "An account with your email address already exists";
  if (account.auth_provider !== "local") {
    return `${exists} and signs in with another provider. Sign in as before, or ask an admin.`;
  }
  if (!isEmailVerified) {
    return `${exists}, and your identity provider does not confirm that the address is yours. Sign in with your password, or ask an admin.`;
  }
  if (account.role === "user" || (linksPrivileged && account.role !== "super_admin")) return undefined;
  return `${exists} with the role ${account.role}, which is not linked to single sign-on. Sign in with your password, or ask an admin.`;
}
