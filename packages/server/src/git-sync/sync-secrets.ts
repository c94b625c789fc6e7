import { randomBytes } from "node:crypto";
import type { Tx } from "../platform/relational/tx.js";
import type { Sealing } from "../platform/sealing/index.js";
import type { Resealed } from "../settings/index.js";
import { listSyncSecrets, updateSync, type ListingSync } from "./sync-store.js";

const SECRET_BYTES = 32;

/** Bound to the sync: a secret that is copied to another row opens nothing there. */
const contextOf = (id: string): string => `mcp_sync ${id}`;

export interface NewSecret {
  /** Shown once. */
  readonly secret: string;
  readonly sealed: Buffer;
}

export function createSecret(sealing: Sealing, syncId: string): NewSecret {
  const secret = randomBytes(SECRET_BYTES).toString("hex");
  return { secret, sealed: sealing.seal(contextOf(syncId), secret) };
}

/** Undefined when the server no longer has the key that it was sealed with. */
export const openSecret = (sealing: Sealing, { id, secret }: Pick<ListingSync, "id" | "secret">): string | undefined =>
  sealing.unseal(contextOf(id), secret);

/** Renews the seals of the old key, and names the secrets that no key opens. */
export async function resealSyncSecrets(sealing: Sealing, tx: Tx): Promise<Resealed> {
  let resealed = 0;
  const unreadable: string[] = [];
  for (const sync of await listSyncSecrets(tx)) {
    if (sealing.isCurrent(sync.secret)) continue;
    const secret = openSecret(sealing, sync);
    if (secret === undefined) unreadable.push(`the webhook secret of sync ${sync.id}`);
    else {
      await updateSync(tx, sync.id, { secret: sealing.seal(contextOf(sync.id), secret) });
      resealed += 1;
    }
  }
  return { resealed, unreadable };
}
