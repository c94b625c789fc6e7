/** For whom something was recorded. It is fixed when it is recorded, and nothing later redirects it. */
export interface Destination {
  readonly server: string;
  /** The id of the account, or `key:…` where only a key is known, never the key itself. */
  readonly user: string;
}

/** Stands for an account whose id nobody has told us. */
export function accountOfSecret(secret: string): string {
  // Loaded only here, because most hooks never need it.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return `key:${createHash("sha256").update(secret).digest("hex").slice(0, 24)}`;
}
