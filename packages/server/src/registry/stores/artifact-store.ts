import type { LockDocument } from "@tackroom/contract";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";
import type { RegistryTables } from "./tables-store.js";

export interface CanonicalContent {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

export async function insertArtifact(tx: Tx, versionId: string, content: CanonicalContent): Promise<void> {
  await queries<RegistryTables>(tx)
    .insertInto("item_artifact")
    .values({
      version_id: versionId,
      media_type: content.mediaType,
      bytes: Buffer.from(content.bytes),
      attestation: null,
      lock: null as never,
    })
    .execute();
}

/** Of a version that is not released; the database refuses any other. */
export async function replaceArtifact(tx: Tx, versionId: string, content: CanonicalContent): Promise<void> {
  await queries<RegistryTables>(tx)
    .updateTable("item_artifact")
    .set({ media_type: content.mediaType, bytes: Buffer.from(content.bytes) })
    .where("version_id", "=", versionId)
    .execute();
}

/** The attestation of a version, written once when it is released and never changed. */
export async function keepStatements(
  tx: Tx,
  versionId: string,
  { attestation, lock }: { readonly attestation: string; readonly lock: LockDocument | null },
): Promise<void> {
  await queries<RegistryTables>(tx)
    .updateTable("item_artifact")
    .set({ attestation, ...(lock ? { lock: JSON.stringify(lock) } : {}) })
    .where("version_id", "=", versionId)
    .execute();
}

export interface Artifact {
  readonly media_type: string;
  readonly bytes: Buffer;
  readonly attestation: string | null;
  readonly lock: LockDocument | null;
}

export function findArtifact(db: Db, versionId: string): Promise<Artifact | undefined> {
  return queries<RegistryTables>(db)
    .selectFrom("item_artifact")
    .select(["media_type", "bytes", "attestation", "lock"])
    .where("version_id", "=", versionId)
    .executeTakeFirst();
}

/** The bytes of several versions. */
export async function findBytes(db: Db, versionIds: readonly string[]): Promise<Map<string, Buffer>> {
  if (versionIds.length === 0) return new Map();
  const rows = await queries<RegistryTables>(db)
    .selectFrom("item_artifact")
    .select(["version_id", "bytes"])
    .where("version_id", "in", [...versionIds])
    .execute();
  return new Map(rows.map(({ version_id, bytes }) => [version_id, bytes]));
}

export async function dropUnreleasedArtifacts(tx: Tx, itemId: string): Promise<void> {
  await queries<RegistryTables>(tx)
    .deleteFrom("item_artifact")
    .using("item_version")
    .whereRef("item_version.id", "=", "item_artifact.version_id")
    .where("item_version.item_id", "=", itemId)
    .where("item_version.released_at", "is", null)
    .execute();
}
