import type { JsonWebKeySet } from "@tackroom/contract";
import { exportJWK } from "jose";
import { Answer } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { listAttestationKeys } from "../stores/attestation-key-store.js";
import type { SigningKeys } from "./signing-keys.js";

const MAX_AGE_SECONDS = 3600;

export interface JwksDeps {
  readonly keys: SigningKeys;
  readonly db: Db;
}

/** Every attestation key there ever was, because what it signed is verified for as long as it is kept. */
export async function getJwks({ keys, db }: JwksDeps): Promise<Answer<JsonWebKeySet>> {
  const ofTokens = await Promise.all(
    [...keys.verifiers].map(async ([kid, { algorithm, key }]) => ({
      ...(await exportJWK(key)),
      kty: algorithm === "ES256" ? "EC" : "RSA",
      kid,
      use: "sig" as const,
      alg: algorithm,
      purpose: "token" as const,
    })),
  );
  const ofAttestations = (await listAttestationKeys(db)).map(({ kid, public_key }) => ({
    ...public_key,
    kid,
    use: "sig" as const,
    alg: "ES256",
    purpose: "attestation" as const,
  }));
  return new Answer(
    { keys: [...ofTokens, ...ofAttestations] },
    { headers: { "cache-control": `public, max-age=${MAX_AGE_SECONDS}` } },
  );
}
