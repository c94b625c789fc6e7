import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
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
}

/**
 * Loads `signing.pem`, or makes one. After a change of algorithm the old public key stays as `retired_<kid>.pem`, so that
 * old tokens verify until they expire; a key that was removed by hand leaves nothing, and its tokens are dead.
 */
export function openSigningKeys({ directory, algorithm, password }: OpenSigningKeys): SigningKeys {
  makeDirectory(directory);
  const file = join(directory, "signing.pem");
  if (existsSync(file)) retireIfOther(directory, load(file, password), algorithm);
  // Replicas that share the directory may start together: the first key that is there is everyone's.
  if (!existsSync(file)) createFileOnce(file, pemOf(generate(algorithm), password));
  const privateKey = load(file, password);
  if (password && !isEncrypted(file)) replaceFile(file, pemOf(privateKey, password));
  const publicKeys = [createPublicKey(privateKey), ...loadRetired(directory)];
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

function retireIfOther(directory: string, key: KeyObject, wanted: SigningAlgorithm): void {
  if (algorithmOf(key) === wanted) return;
  const retired = createPublicKey(key);
  replaceFile(join(directory, `retired_${kidOf(retired)}.pem`), retired.export({ type: "spki", format: "pem" }));
  rmSync(join(directory, "signing.pem"));
}

function generate(algorithm: SigningAlgorithm): KeyObject {
  const pair =
    algorithm === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 3072 });
  return pair.privateKey;
}

function load(file: string, password: Secret | null): KeyObject {
  if (isEncrypted(file) && !password) {
    throw new StartupError(`${file} is encrypted. Give its password as JWT_KEY_PASSWORD or JWT_KEY_PASSWORD_FILE.`);
  }
  try {
    return createPrivateKey({ key: readFileSync(file), ...(password ? { passphrase: password.reveal() } : {}) });
  } catch (error) {
    throw new StartupError(
      `${file} cannot be read as a private key. Check it, and JWT_KEY_PASSWORD if it is encrypted.`,
      {
        cause: error,
      },
    );
  }
}

const isEncrypted = (file: string): boolean => readFileSync(file, "utf8").includes("ENCRYPTED PRIVATE KEY");

function pemOf(key: KeyObject, password: Secret | null): string | Buffer {
  const encryption = password ? { cipher: "aes-256-cbc", passphrase: password.reveal() } : {};
  return key.export({ type: "pkcs8", format: "pem", ...encryption });
}

function loadRetired(directory: string): KeyObject[] {
  return readdirSync(directory)
    .filter((name) => /^retired_[0-9a-f]{16}\.pem$/.test(name))
    .map((name) => createPublicKey(readFileSync(join(directory, name))));
}

function algorithmOf(key: KeyObject): SigningAlgorithm {
  return key.asymmetricKeyType === "ec" ? "ES256" : "RS256";
}

function kidOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(der).digest("hex").slice(0, 16);
}
