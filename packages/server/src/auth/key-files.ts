import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { Secret } from "../platform/config/index.js";
import { createFileOnce, makeWritableDirectory, replaceFile } from "../platform/files.js";
import { StartupError } from "../platform/startup-error.js";

export type SigningAlgorithm = "ES256" | "RS256";

/** Loads a private key, or makes one. With a password, a key that is there in plain text is encrypted. */
export function openKeyFile(file: string, algorithm: SigningAlgorithm, password: Secret | null): KeyObject {
  // Replicas that share the directory may start together: the first key that is there is everyone's.
  if (!existsSync(file)) createFileOnce(file, pemOf(generateKey(algorithm), password));
  const key = loadKey(file, password);
  if (password && !isEncrypted(file)) replaceFile(file, pemOf(key, password));
  return key;
}

export function makeKeyDirectory(directory: string): void {
  try {
    makeWritableDirectory(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError(
      `The key directory ${directory} cannot be written (${code}). Make it writable, or set JWT_KEY_DIR to another one.`,
      { cause: error },
    );
  }
}

export function generateKey(algorithm: SigningAlgorithm): KeyObject {
  const pair =
    algorithm === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 3072 });
  return pair.privateKey;
}

export function loadKey(file: string, password: Secret | null): KeyObject {
  const unreadable = (why: string, cause?: unknown): StartupError =>
    new StartupError(`${file} ${why}. Nothing was changed; to start with a new key, move the file away first.`, {
      cause,
    });
  let key: KeyObject;
  try {
    if (isEncrypted(file) && !password) {
      throw unreadable("is encrypted. Give its password as JWT_KEY_PASSWORD or JWT_KEY_PASSWORD_FILE");
    }
    key = createPrivateKey({ key: readFileSync(file), ...(password ? { passphrase: password.reveal() } : {}) });
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw unreadable("cannot be read as a private key. Check it, and JWT_KEY_PASSWORD if it is encrypted", error);
  }
  if (!isSupported(key)) throw unreadable("is neither an EC P-256 nor an RSA key of 2048 bits or more");
  return key;
}

function isSupported({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  return type === "ec" ? details?.namedCurve === "prime256v1" : type === "rsa" && (details?.modulusLength ?? 0) >= 2048;
}

const isEncrypted = (file: string): boolean => readFileSync(file, "utf8").includes("ENCRYPTED PRIVATE KEY");

export function pemOf(key: KeyObject, password: Secret | null): string | Buffer {
  const encryption = password ? { cipher: "aes-256-cbc", passphrase: password.reveal() } : {};
  return key.export({ type: "pkcs8", format: "pem", ...encryption });
}

export function algorithmOf(key: KeyObject): SigningAlgorithm {
  return key.asymmetricKeyType === "ec" ? "ES256" : "RS256";
}

export function kidOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(der).digest("hex").slice(0, 16);
}
