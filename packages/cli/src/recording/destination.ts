/** The server and account that something was recorded for. It is fixed at recording time and never changed later. */
export interface Destination {
  readonly server: string;
  /** The account ID, or `key:…` with a hash if only an API key is known. */
  readonly user: string;
}

/** Identifies an account whose ID is unknown. */
export function accountOfSecret(secret: string): string {
  // Loaded lazily, because most hooks do not need it.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return `key:${createHash("sha256").update(secret).digest("hex").slice(0, 24)}`;
}
