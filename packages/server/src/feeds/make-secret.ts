import { randomBytes } from "node:crypto";
import { secretHash } from "../auth/index.js";
import { PREFIX_LENGTH } from "./core/feed-secret.js";

/** The secret is shown once and never stored. */
export function makeSecret() {
  const secret = randomBytes(32).toString("base64url");
  return { secret, stored: { prefix: secret.slice(0, PREFIX_LENGTH), secret_hash: secretHash(secret) } };
}
