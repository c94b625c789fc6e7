import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { Secret } from "../../platform/config/index.js";
import { createFileOnce, makeWritableDirectory, replaceFile } from "../../platform/files.js";
import { StartupError } from "../../platform/startup-error.js";

export type SigningAlgorithm = "ES256" | "RS256";

/** What key files are encrypted with, and what they were encrypted with before a planned change. */
export interface KeyPasswords {
  readonly current: Secret | null;
  readonly former: Secret | null;
}

/** Loads a private key, or makes one. A key in plain text, or under the former password, is encrypted with the current one. */
export function openKeyFile(file: string, algorithm: SigningAlgorithm, passwords: KeyPasswords): KeyObject {
  // Replicas that share the directory may start together: the first key that is there is everyone's.
  if (!existsSync(file)) createFileOnce(file, pemOf(generateKey(algorithm), passwords));
  const key = loadKey(file, passwords);
  const isCurrent = isEncrypted(file) && opens(file, passwords.current);
  if (passwords.current && !isCurrent) replaceFile(file, pemOf(key, passwords));
  return key;
}

/** Refuses files that cannot be read before anything is written: a start that fails must leave everything as it was. */
export function checkKeyFiles(files: readonly string[], passwords: KeyPasswords): void {
  for (const file of files) if (existsSync(file)) loadKey(file, passwords);
}

export function makeKeyDirectory(directory: string): void {
  try {
    makeWritableDirectory(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError(
      `The key directory ${directory} is not writable (${code}). Make it writable, or set JWT_KEY_DIR to another directory.`,
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

export function loadKey(file: string, { current, former }: KeyPasswords): KeyObject {
  const unreadable = (why: string, cause?: unknown): StartupError =>
    new StartupError(`${file} ${why}. Nothing was changed. To generate a new key, move the file away first.`, {
      cause,
    });
  let key: KeyObject;
  let encrypted = false;
  try {
    encrypted = isEncrypted(file);
    if (encrypted && !current) {
      throw unreadable("is encrypted. Set its password with JWT_KEY_PASSWORD or JWT_KEY_PASSWORD_FILE");
    }
    key = readKey(file, former && !opens(file, current) ? former : current);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const why = encrypted
      ? "cannot be decrypted with JWT_KEY_PASSWORD. If you changed the password, start once with the previous one as OLD_JWT_KEY_PASSWORD or OLD_JWT_KEY_PASSWORD_FILE to re-encrypt the key"
      : "is not a valid private key";
    throw unreadable(why, error);
  }
  if (!isSupported(key)) throw unreadable("is neither an EC P-256 key nor an RSA key of at least 2048 bits");
  return key;
}

const readKey = (file: string, password: Secret | null): KeyObject =>
  createPrivateKey({ key: readFileSync(file), ...(password ? { passphrase: password.reveal() } : {}) });

function opens(file: string, password: Secret | null): boolean {
  try {
    readKey(file, password);
    return true;
  } catch {
    return false;
  }
}

function isSupported({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  return type === "ec" ? details?.namedCurve === "prime256v1" : type === "rsa" && (details?.modulusLength ?? 0) >= 2048;
}

const isEncrypted = (file: string): boolean => readFileSync(file, "utf8").includes("ENCRYPTED PRIVATE KEY");

export function pemOf(key: KeyObject, { current }: Pick<KeyPasswords, "current">): string | Buffer {
  const encryption = current ? { cipher: "aes-256-cbc", passphrase: current.reveal() } : {};
  return key.export({ type: "pkcs8", format: "pem", ...encryption });
}

export function algorithmOf(key: KeyObject): SigningAlgorithm {
  return key.asymmetricKeyType === "ec" ? "ES256" : "RS256";
}

export function kidOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(der).digest("hex").slice(0, 16);
}
