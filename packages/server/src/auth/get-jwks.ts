import type { JsonWebKeySet } from "@tackroom/contract";
import { exportJWK } from "jose";
import { Answer } from "../platform/http/index.js";
import type { SigningKeys } from "./signing-keys.js";

const MAX_AGE_SECONDS = 3600;

export async function getJwks({ keys }: { readonly keys: SigningKeys }): Promise<Answer<JsonWebKeySet>> {
  const published = await Promise.all(
    [...keys.verifiers].map(async ([kid, { algorithm, key }]) => ({
      ...(await exportJWK(key)),
      kty: algorithm === "ES256" ? "EC" : "RSA",
      kid,
      use: "sig" as const,
      alg: algorithm,
      purpose: "token" as const,
    })),
  );
  return new Answer({ keys: published }, { headers: { "cache-control": `public, max-age=${MAX_AGE_SECONDS}` } });
}
