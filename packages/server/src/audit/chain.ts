import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { HashEvent } from "./core/chain.js";

/** Contract §9.4: hex SHA-256 of the previous hash and the event in canonical JSON (RFC 8785). */
export const hashEvent: HashEvent = (previousHash, event) =>
  createHash("sha256")
    .update(previousHash + String(canonicalize(event)))
    .digest("hex");
