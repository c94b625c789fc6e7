import type { LockDocument, RiskSignal, VersionStatus } from "@tackroom/contract";
import { sql, type Insertable, type Selectable } from "kysely";
import { queries, type Db, type Tx } from "../platform/relational/index.js";
import type { Fields, ItemVersionTable, RegistryTables } from "./tables-store.js";
import { uuids } from "./viewer-store.js";

export type Version = Selectable<ItemVersionTable>;

export interface CanonicalContent {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** What is decided before a version is stored. */
export type NewVersion = Omit<Insertable<ItemVersionTable>, "fields" | "risk_signals"> & {
  readonly fields: Fields;
  readonly risk_signals: readonly RiskSignal[];
};

/** False when the item has a version of that number. */
export async function insertVersion(tx: Tx, version: NewVersion, content: CanonicalContent): Promise<boolean> {
  const { fields, risk_signals, ...rest } = version;
  const inserted = await queries<RegistryTables>(tx)
    .insertInto("item_version")
    .values({ ...rest, fields: JSON.stringify(fields), risk_signals: JSON.stringify(risk_signals) })
    .onConflict((conflict) => conflict.columns(["item_id", "version"]).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
  await queries<RegistryTables>(tx)
    .insertInto("item_artifact")
    .values({
      version_id: rest.id,
      media_type: content.mediaType,
      bytes: Buffer.from(content.bytes),
      attestation: null,
      lock: null as never,
    })
    .execute();
  return true;
}

export interface VersionContent {
  readonly version: string;
  readonly precedence: string;
  readonly is_stable: boolean;
  readonly description: string;
  readonly changelog: string | null;
  readonly supported_harnesses: string[];
  readonly fields: Fields;
  readonly risk_signals: readonly RiskSignal[];
  readonly digest: string;
  readonly status: VersionStatus;
}

/** Only before it is released. False when the item has another version of that number. */
export async function rewriteVersion(
  tx: Tx,
  id: string,
  { fields, risk_signals, ...rest }: VersionContent,
  content: CanonicalContent,
): Promise<boolean> {
  const free = await queries<RegistryTables>(tx)
    .selectFrom("item_version as other")
    .innerJoin("item_version as own", "own.item_id", "other.item_id")
    .select("other.id")
    .where("own.id", "=", id)
    .where("other.version", "=", rest.version)
    .where("other.id", "<>", id)
    .executeTakeFirst();
  if (free) return false;
  await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({
      ...rest,
      fields: JSON.stringify(fields),
      risk_signals: JSON.stringify(risk_signals),
      rejection_reason: null,
    })
    .where("id", "=", id)
    .where("released_at", "is", null)
    .execute();
  await queries<RegistryTables>(tx)
    .updateTable("item_artifact")
    .set({ media_type: content.mediaType, bytes: Buffer.from(content.bytes) })
    .where("version_id", "=", id)
    .execute();
  return true;
}

const versions = (db: Db) => queries<RegistryTables>(db).selectFrom("item_version").selectAll("item_version");

export function findVersion(db: Db, itemId: string, version: string): Promise<Version | undefined> {
  return versions(db).where("item_id", "=", itemId).where("version", "=", version).executeTakeFirst();
}

export async function findVersionsByIds(db: Db, ids: readonly string[]): Promise<Version[]> {
  return ids.length === 0
    ? []
    : versions(db)
        .where("id", "=", sql<string>`any(${uuids(ids)})`)
        .execute();
}

/** The highest approved version that is not yanked, stable before pre-release. */
export function findLatest(db: Db, itemId: string): Promise<Version | undefined> {
  return versions(db)
    .where("item_id", "=", itemId)
    .where("status", "=", "approved")
    .where("yanked", "=", false)
    .orderBy("is_stable", "desc")
    .orderBy("precedence", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The one that was made last, of these statuses. */
export function findNewest(db: Db, itemId: string, statuses: readonly VersionStatus[]): Promise<Version | undefined> {
  return versions(db)
    .where("item_id", "=", itemId)
    .where("status", "in", [...statuses])
    .orderBy("created_at", "desc")
    .orderBy("precedence", "desc")
    .limit(1)
    .executeTakeFirst();
}

export interface VersionPage {
  readonly statuses: readonly VersionStatus[];
  readonly withYanked: boolean;
  readonly page: number;
  readonly page_size: number;
}

export async function listVersionsOf(
  db: Db,
  itemId: string,
  { statuses, withYanked, page, page_size }: VersionPage,
): Promise<{ items: Version[]; total: number }> {
  const matching = versions(db)
    .where("item_id", "=", itemId)
    .where("status", "in", [...statuses])
    .$if(!withYanked, (all) => all.where("yanked", "=", false));
  const items = await matching
    .orderBy("precedence", "desc")
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  const { total } = await matching
    .clearSelect()
    .select((count) => count.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

/** A compare-and-set: false when somebody else has decided meanwhile. */
export async function decideVersion(
  tx: Tx,
  id: string,
  decision: { readonly status: "approved" | "rejected"; readonly reason: string | null; readonly by: string },
): Promise<boolean> {
  const isApproval = decision.status === "approved";
  const decided = await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set((row) => ({
      status: decision.status,
      rejection_reason: isApproval ? null : decision.reason,
      reviewed_by: decision.by,
      released_at: isApproval ? sql<Date>`coalesce(released_at, now())` : row.ref("released_at"),
      released_by: isApproval ? sql<string>`coalesce(released_by, created_by)` : row.ref("released_by"),
    }))
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return decided.numUpdatedRows === 1n;
}

export async function setVersionStatus(tx: Tx, id: string, status: VersionStatus): Promise<void> {
  await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({ status, rejection_reason: null })
    .where("id", "=", id)
    .execute();
}

/** Approved versions that go back to review, because more people will see them. */
export async function returnToReview(tx: Tx, itemId: string): Promise<number> {
  const returned = await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({ status: "pending" })
    .where("item_id", "=", itemId)
    .where("status", "=", "approved")
    .executeTakeFirst();
  return Number(returned.numUpdatedRows);
}

export interface VersionMarks {
  readonly deprecated?: string | null;
  readonly yanked?: boolean;
  readonly yank_reason?: string | null;
}

export async function markVersion(tx: Tx, id: string, marks: VersionMarks): Promise<Version> {
  return queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set(marks)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What is said about a version when it is approved, once and for ever. */
export async function keepStatements(
  tx: Tx,
  versionId: string,
  { attestation, lock }: { readonly attestation: string; readonly lock: LockDocument | null },
): Promise<void> {
  await queries<RegistryTables>(tx)
    .updateTable("item_artifact")
    .set({ attestation, ...(lock ? { lock: JSON.stringify(lock) } : {}) })
    .where("version_id", "=", versionId)
    .where("attestation", "is", null)
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

/** After a delete the bytes are gone; digest and number stay, so that nothing else can ever be published as them. */
export async function dropContent(tx: Tx, itemId: string): Promise<void> {
  await queries<RegistryTables>(tx)
    .deleteFrom("item_artifact")
    .using("item_version")
    .whereRef("item_version.id", "=", "item_artifact.version_id")
    .where("item_version.item_id", "=", itemId)
    .execute();
  await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({ fields: "{}", description: "", changelog: null, risk_signals: "[]" })
    .where("item_id", "=", itemId)
    .execute();
}

/** Several versions by their numbers, in one look. */
export async function findVersionsNamed(
  db: Db,
  wanted: readonly { readonly itemId: string; readonly version: string }[],
): Promise<Version[]> {
  if (wanted.length === 0) return [];
  return versions(db)
    .where(
      sql<boolean>`(item_version.item_id, item_version.version) in (
        select * from unnest(${uuids(wanted.map(({ itemId }) => itemId))}, ${wanted.map(({ version }) => version)}::text[]))`,
    )
    .execute();
}

/** The newest version of each, whatever its status. */
export async function findNewestOf(db: Db, itemIds: readonly string[]): Promise<Version[]> {
  if (itemIds.length === 0) return [];
  return versions(db)
    .distinctOn("item_id")
    .where("item_id", "=", sql<string>`any(${uuids(itemIds)})`)
    .orderBy("item_id")
    .orderBy("created_at", "desc")
    .orderBy("precedence", "desc")
    .execute();
}

/** What may still change. */
export function findUnreleased(db: Db, itemId: string): Promise<Version[]> {
  return versions(db).where("item_id", "=", itemId).where("released_at", "is", null).execute();
}

/** All that it has, released or not. */
export function findAllOf(db: Db, itemId: string): Promise<Pick<Version, "id" | "version">[]> {
  return queries<RegistryTables>(db)
    .selectFrom("item_version")
    .select(["id", "version"])
    .where("item_id", "=", itemId)
    .execute();
}
