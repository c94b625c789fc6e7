import { queries, type Db } from "../platform/relational/index.js";
import type { RegistryTables } from "./tables-store.js";

/** The bytes of several versions; those of one that is deleted are gone. */
export async function findBytes(db: Db, versionIds: readonly string[]): Promise<Map<string, Buffer>> {
  if (versionIds.length === 0) return new Map();
  const rows = await queries<RegistryTables>(db)
    .selectFrom("item_artifact")
    .select(["version_id", "bytes"])
    .where("version_id", "in", [...versionIds])
    .execute();
  return new Map(rows.map(({ version_id, bytes }) => [version_id, bytes]));
}
