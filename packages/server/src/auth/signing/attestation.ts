import { createPublicKey } from "node:crypto";
import { join } from "node:path";
import { CompactSign, exportJWK } from "jose";
import type { Db } from "../../platform/relational/tx.js";
import { StartupError } from "../../platform/startup-error.js";
import { keepAttestationKey } from "../stores/attestation-key-store.js";
import { algorithmOf, kidOf, makeKeyDirectory, openKeyFile, type KeyPasswords } from "./key-files.js";

export interface Attestation {
  readonly kid: string;
  /** A compact JWS of the payload as JSON. */
  sign(payload: object): Promise<string>;
}

export interface OpenAttestation {
  readonly directory: string;
  readonly passwords: KeyPasswords;
  /** By `kid`: what is signed with one of these could pass for a token. */
  readonly tokenKeys: ReadonlyMap<string, unknown>;
  readonly db: Db;
}

/**
 * Loads `attestation.pem`, or makes one, and keeps its public half in the store: anyone with an attestation can verify
 * it even when the file is long gone.
 */
export async function openAttestation({ directory, passwords, tokenKeys, db }: OpenAttestation): Promise<Attestation> {
  makeKeyDirectory(directory);
  const file = attestationKeyFile(directory);
  const privateKey = openKeyFile(file, "ES256", passwords);
  const publicKey = createPublicKey(privateKey);
  const kid = kidOf(publicKey);
  if (algorithmOf(publicKey) !== "ES256") throw unfit(file, "is not an EC P-256 key");
  if (tokenKeys.has(kid)) throw unfit(file, "is already used to sign tokens");
  await keepAttestationKey(db, kid, { ...(await exportJWK(publicKey)), kty: "EC" });
  const header = { alg: "ES256", typ: "application/vnd.in-toto+json", kid };
  return {
    kid,
    sign: (payload) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(payload))).setProtectedHeader(header).sign(privateKey),
  };
}

export const attestationKeyFile = (directory: string): string => join(directory, "attestation.pem");

const unfit = (file: string, why: string): StartupError =>
  new StartupError(`${file} ${why}. To generate a new key, move the file away first.`);
