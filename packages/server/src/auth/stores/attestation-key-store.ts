import type { Generated } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";

/** The public half of an EC key (RFC 7517). */
export interface PublicJwk {
  readonly kty: string;
  readonly [member: string]: unknown;
}

interface Tables {
  attestation_key: { kid: string; public_key: PublicJwk; created_at: Generated<Date> };
}

/** Kept permanently; an existing key is left unchanged. */
export async function keepAttestationKey(db: Db, kid: string, publicKey: PublicJwk): Promise<void> {
  await queries<Tables>(db)
    .insertInto("attestation_key")
    .values({ kid, public_key: publicKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The newest first. */
export async function listAttestationKeys(db: Db): Promise<{ kid: string; public_key: PublicJwk }[]> {
  return queries<Tables>(db)
    .selectFrom("attestation_key")
    .select(["kid", "public_key"])
    .orderBy("created_at", "desc")
    .orderBy("kid")
    .execute();
}
