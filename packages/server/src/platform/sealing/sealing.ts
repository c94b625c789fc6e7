import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Config, Secret } from "../config/index.js";
import { readOrCreateSecretKey } from "./secret-key.js";

/** Keeps short secret texts unreadable in a store, and bound to their place in it. */
export interface Sealing {
  /** `context` names the place, such as a table and key: a text that is moved elsewhere does not open there. */
  seal(context: string, text: string): Buffer;
  /** Undefined when no key we have opens it, or it is not as it was sealed. */
  unseal(context: string, sealed: Uint8Array): string | undefined;
  /** Whether it was sealed with the key that seals now, rather than with the old one. */
  isCurrent(sealed: Uint8Array): boolean;
  /** Whether it was sealed with a key that we have, be it damaged since or not. */
  hasKeyOf(sealed: Uint8Array): boolean;
  /** By which a short secret is found again without being kept: nobody computes it without the key. */
  keyedDigest(context: string, text: string): Buffer;
}

interface Key {
  readonly id: Buffer;
  readonly bytes: Buffer;
}

/** Sealed bytes: version, key id, nonce, ciphertext, tag. */
const VERSION = 1;
const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES;
const FRAME_BYTES = HEADER_BYTES + NONCE_BYTES + TAG_BYTES;

const CIPHER = "aes-256-gcm";

export function openSealing({
  secretKey,
  oldSecretKey,
  dataDir,
}: Pick<Config, "secretKey" | "oldSecretKey" | "dataDir">): Sealing {
  const current = deriveKey(secretKey ?? readOrCreateSecretKey(dataDir));
  const keys = [current, ...(oldSecretKey ? [deriveKey(oldSecretKey)] : [])];
  return {
    seal: (context, text) => seal(current, context, text),
    unseal(context, sealed) {
      const key = keys.find((each) => isSealedWith(each, sealed));
      return key && unseal(key, context, sealed);
    },
    isCurrent: (sealed) => isSealedWith(current, sealed),
    hasKeyOf: (sealed) => keys.some((key) => isSealedWith(key, sealed)),
    keyedDigest: (context, text) => createHmac("sha256", current.bytes).update(`${context}\0`).update(text).digest(),
  };
}

/** A key of its own for this purpose: the same secret also signs other things. */
function deriveKey(secret: Secret): Key {
  const bytes = Buffer.from(hkdfSync("sha256", secret.reveal(), "", "tackroom sealing 1", 32));
  return { bytes, id: createHash("sha256").update(bytes).digest().subarray(0, KEY_ID_BYTES) };
}

function isSealedWith(key: Key, sealed: Uint8Array): boolean {
  return sealed[0] === VERSION && key.id.equals(sealed.subarray(1, HEADER_BYTES));
}

function seal(key: Key, context: string, text: string): Buffer {
  const header = Buffer.concat([Buffer.of(VERSION), key.id]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, nonce).setAAD(Buffer.concat([header, Buffer.from(context)]));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([header, nonce, ciphertext, cipher.getAuthTag()]);
}

function unseal(key: Key, context: string, sealed: Uint8Array): string | undefined {
  if (sealed.length < FRAME_BYTES) return undefined;
  const header = sealed.subarray(0, HEADER_BYTES);
  const nonce = sealed.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
  const ciphertext = sealed.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.concat([header, Buffer.from(context)]))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
