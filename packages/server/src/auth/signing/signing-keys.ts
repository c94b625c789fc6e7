import { createPublicKey, type KeyObject } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../platform/files.js";
import { StartupError } from "../../platform/startup-error.js";
import {
  algorithmOf,
  generateKey,
  kidOf,
  loadKey,
  makeKeyDirectory,
  openKeyFile,
  pemOf,
  type KeyPasswords,
  type SigningAlgorithm,
} from "./key-files.js";

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
  readonly passwords: KeyPasswords;
  /** How long a retired public key may still be needed: the longest lifetime of a token. */
  readonly keepRetiredDays: number;
}

/**
 * Loads `signing.pem`, or makes one. After a change of algorithm the old public key stays as `retired_<kid>.pem`, so that
 * old tokens verify until they expire. A key that was removed by hand is the emergency: no token survives it, not even
 * those of retired keys.
 */
export function openSigningKeys({ directory, algorithm, passwords, keepRetiredDays }: OpenSigningKeys): SigningKeys {
  makeKeyDirectory(directory);
  const file = signingKeyFile(directory);
  if (existsSync(file)) replaceIfOther(file, { directory, algorithm, passwords });
  else for (const retired of retiredIn(directory)) rmSync(retired);
  const privateKey = openKeyFile(file, algorithm, passwords);
  const publicKeys = [createPublicKey(privateKey), ...loadRetired(directory, keepRetiredDays)];
  return {
    algorithm,
    kid: kidOf(createPublicKey(privateKey)),
    privateKey,
    verifiers: new Map(publicKeys.map((key) => [kidOf(key), { algorithm: algorithmOf(key), key }])),
  };
}

export const signingKeyFile = (directory: string): string => join(directory, "signing.pem");

/** At every moment there is a whole key of one kind or the other: its absence means something else. */
function replaceIfOther(
  file: string,
  { directory, algorithm, passwords }: Omit<OpenSigningKeys, "keepRetiredDays">,
): void {
  const key = loadKey(file, passwords);
  if (algorithmOf(key) === algorithm) return;
  const retired = createPublicKey(key);
  replaceFile(join(directory, `retired_${kidOf(retired)}.pem`), retired.export({ type: "spki", format: "pem" }));
  replaceFile(file, pemOf(generateKey(algorithm), passwords));
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
      `${file} is not a valid public key. Restore it, or remove it, which invalidates the tokens signed with it.`,
      {
        cause: error,
      },
    );
  }
}
