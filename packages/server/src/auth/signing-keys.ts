import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Secret } from "../platform/config/index.js";
import { createFileOnce, makeWritableDirectory, replaceFile } from "../platform/files.js";
import { StartupError } from "../platform/startup-error.js";

export type SigningAlgorithm = "ES256" | "RS256";

export interface SigningKeys {
  readonly algorithm: SigningAlgorithm;
  readonly kid: string;
  readonly privateKey: KeyObject;
  /** The public halves that tokens may be verified with, by `kid`: the current key and those of former algorithms. */
  readonly verifiers: ReadonlyMap<string, { readonly algorithm: SigningAlgorithm; readonly key: KeyObject }>;
}

export interface OpenSigningKeys {
  readonly directory: string;
  readonly algorithm: SigningAlgorithm;
  readonly password: Secret | null;
  /** How long a retired public key may still be needed: the longest lifetime of a token. */
  readonly keepRetiredDays: number;
}

/**
 * Loads `signing.pem`, or makes one. After a change of algorithm the old public key stays as `retired_<kid>.pem`, so that
 * old tokens verify until they expire. A key that was removed by hand is the emergency: no token survives it, not even
 * those of retired keys.
 */
export function openSigningKeys({ directory, algorithm, password, keepRetiredDays }: OpenSigningKeys): SigningKeys {
  makeDirectory(directory);
  const file = join(directory, "signing.pem");
  if (existsSync(file)) replaceIfOther(file, { directory, algorithm, password });
  else {
    for (const retired of retiredIn(directory)) rmSync(retired);
    // Replicas that share the directory may start together: the first key that is there is everyone's.
    createFileOnce(file, pemOf(generate(algorithm), password));
  }
  const privateKey = load(file, password);
  if (password && !isEncrypted(file)) replaceFile(file, pemOf(privateKey, password));
  const publicKeys = [createPublicKey(privateKey), ...loadRetired(directory, keepRetiredDays)];
  return {
    algorithm,
    kid: kidOf(createPublicKey(privateKey)),
    privateKey,
    verifiers: new Map(publicKeys.map((key) => [kidOf(key), { algorithm: algorithmOf(key), key }])),
  };
}

function makeDirectory(directory: string): void {
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

/** At every moment there is a whole key of one kind or the other: its absence means something else. */
function replaceIfOther(
  file: string,
  { directory, algorithm, password }: Omit<OpenSigningKeys, "keepRetiredDays">,
): void {
  const key = load(file, password);
  if (algorithmOf(key) === algorithm) return;
  const retired = createPublicKey(key);
  replaceFile(join(directory, `retired_${kidOf(retired)}.pem`), retired.export({ type: "spki", format: "pem" }));
  replaceFile(file, pemOf(generate(algorithm), password));
}

function generate(algorithm: SigningAlgorithm): KeyObject {
  const pair =
    algorithm === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 3072 });
  return pair.privateKey;
}

function load(file: string, password: Secret | null): KeyObject {
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

function pemOf(key: KeyObject, password: Secret | null): string | Buffer {
  const encryption = password ? { cipher: "aes-256-cbc", passphrase: password.reveal() } : {};
  return key.export({ type: "pkcs8", format: "pem", ...encryption });
}

/** A key that no living token can need is removed. */
function loadRetired(directory: string, keepDays: number): KeyObject[] {
  const oldest = Date.now() - keepDays * 24 * 60 * 60 * 1000;
  const files = retiredIn(directory);
  const [expired, kept] = [
    files.filter((file) => statSync(file).mtimeMs < oldest),
    files.filter((file) => statSync(file).mtimeMs >= oldest),
  ];
  for (const file of expired) rmSync(file);
  return kept.map(loadPublic);
}

function retiredIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => /^retired_[0-9a-f]{16}\.pem$/.test(name))
    .map((name) => join(directory, name));
}

function loadPublic(file: string): KeyObject {
  try {
    return createPublicKey(readFileSync(file));
  } catch (error) {
    throw new StartupError(
      `${file} cannot be read as a public key. Restore it, or remove it: its tokens are then dead.`,
      {
        cause: error,
      },
    );
  }
}

function algorithmOf(key: KeyObject): SigningAlgorithm {
  return key.asymmetricKeyType === "ec" ? "ES256" : "RS256";
}

function kidOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(der).digest("hex").slice(0, 16);
}
