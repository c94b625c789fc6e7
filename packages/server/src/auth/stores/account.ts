import type { SignInMethod, User } from "@tackroom/contract";

/** An account with what only the service itself may know. */
export interface Account extends User {
  readonly password_hash: string | null;
  readonly must_change_password: boolean;
  /** The admin who set the password, until its owner changes it. */
  readonly password_set_by: string | null;
  readonly sso_subject_id: string | null;
  readonly last_sign_in_at: string | null;
  readonly last_sign_in_method: SignInMethod | null;
}

type AccountRow = Omit<Account, "created_at" | "last_sign_in_at"> & {
  readonly created_at: Date;
  readonly last_sign_in_at: Date | null;
};

const SHOWN = [
  "id",
  "email",
  "username",
  "name",
  "role",
  "department",
  "auth_provider",
  "avatar_url",
  "is_active",
  "created_at",
] as const;
/** Every column of an `Account`. */
export const KNOWN = [
  ...SHOWN,
  "password_hash",
  "must_change_password",
  "password_set_by",
  "sso_subject_id",
  "last_sign_in_at",
  "last_sign_in_method",
] as const;

export function account(row: AccountRow): Account {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
  };
}
