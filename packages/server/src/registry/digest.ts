import { createHash } from "node:crypto";

/** One rule for versions, artifacts and locks. */
export function digestOf(bytes: Uint8Array | string): `sha256:${string}` {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
