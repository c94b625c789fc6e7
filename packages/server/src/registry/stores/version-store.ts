import type { RiskSignal, ValidationResult, VersionStatus } from "@tackroom/contract";
import { sql, type Insertable, type Selectable } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";
import { dropUnreleasedArtifacts, insertArtifact, replaceArtifact, type CanonicalContent } from "./artifact-store.js";
import type { Fields, ItemVersionTable, RegistryTables } from "./tables-store.js";
import { uuids } from "./viewer-store.js";

export type Version = Selectable<ItemVersionTable>;

/** What is decided before a version is stored. */
export type NewVersion = Omit<Insertable<ItemVersionTable>, "fields" | "risk_signals" | "editors"> & {
  readonly fields: Fields;
  readonly risk_signals: readonly RiskSignal[];
  /** Who wrote what it was copied from. */
  readonly writers?: readonly string[];
};

/** False when the item has a version of that number. */
export async function insertVersion(tx: Tx, version: NewVersion, content: CanonicalContent): Promise<boolean> {
  const { fields, risk_signals, writers = [], ...rest } = version;
  const author = rest.created_by ?? null;
  const inserted = await queries<RegistryTables>(tx)
    .insertInto("item_version")
    .values({
      ...rest,
      editors: [...writers.filter((id) => id !== author), ...(author === null ? [] : [author])],
      fields: JSON.stringify(fields),
      risk_signals: JSON.stringify(risk_signals),
    })
    .onConflict((conflict) => conflict.columns(["item_id", "version"]).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
  await insertArtifact(tx, rest.id, content);
  return true;
}

export interface VersionContent {
  readonly namespace: string;
  readonly slug: string;
  readonly name: string;
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

export interface Rewriting {
  readonly content: CanonicalContent;
  /** Who wrote the content, and nobody when it follows from something else, such as a component that was edited. */
  readonly by: string | null;
  /** What its release changes of the item; left as it is when absent. */
  readonly itemChanges?: Fields | null;
}

/** Only before it is released. False when the item has another version of that number. */
export async function rewriteVersion(
  tx: Tx,
  id: string,
  { fields, risk_signals, ...rest }: VersionContent,
  { content, by, itemChanges }: Rewriting,
): Promise<boolean> {
  const taken = await queries<RegistryTables>(tx)
    .selectFrom("item_version as other")
    .innerJoin("item_version as own", "own.item_id", "other.item_id")
    .select("other.id")
    .where("own.id", "=", id)
    .where("other.version", "=", rest.version)
    .where("other.id", "<>", id)
    .executeTakeFirst();
  if (taken) return false;
  await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({
      ...rest,
      fields: JSON.stringify(fields),
      risk_signals: JSON.stringify(risk_signals),
      rejection_reason: null,
      // What was found out about the former content says nothing about this one.
      validation_results: "[]",
      ...(itemChanges === undefined ? {} : { item_changes: itemChanges && JSON.stringify(itemChanges) }),
      ...(by === null
        ? {}
        : {
            editors: sql<string[]>`array_append(array_remove(editors, ${by}::uuid), ${by}::uuid)`,
            // The authors have answered the request.
            changes_requested_at: null,
          }),
    })
    .where("id", "=", id)
    .execute();
  await replaceArtifact(tx, id, content);
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

/** The highest that was ever released, yanked or not: what people may have today. */
export function findHighestRelease(db: Db, itemId: string): Promise<Version | undefined> {
  return versions(db)
    .where("item_id", "=", itemId)
    .where("released_at", "is not", null)
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

/** Whether it is yanked or not. */
export function findApproved(db: Db, itemId: string): Promise<Pick<Version, "id" | "created_by" | "editors">[]> {
  return queries<RegistryTables>(db)
    .selectFrom("item_version")
    .select(["id", "created_by", "editors"])
    .where("item_id", "=", itemId)
    .where("status", "=", "approved")
    .execute();
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

/** Every number that an item has used, or those of versions with one of these statuses. */
export async function listVersionNumbers(
  db: Db,
  itemId: string,
  statuses?: readonly VersionStatus[],
): Promise<string[]> {
  const rows = await queries<RegistryTables>(db)
    .selectFrom("item_version")
    .select("version")
    .where("item_id", "=", itemId)
    .$if(statuses !== undefined, (all) => all.where("status", "in", [...(statuses ?? [])]))
    .execute();
  return rows.map(({ version }) => version);
}

/** The commits that released versions were made of, yanked or not. */
export async function releasedCommits(db: Db, itemId: string): Promise<string[]> {
  const rows = await queries<RegistryTables>(db)
    .selectFrom("item_version")
    .select(sql<string | null>`fields ->> 'resolved_sha'`.as("sha"))
    .where("item_id", "=", itemId)
    .where("released_at", "is not", null)
    .execute();
  return rows.flatMap(({ sha }) => sha ?? []);
}

/** Beside what is released: it may be found out later, and again. */
export async function setValidation(tx: Tx, id: string, results: readonly ValidationResult[]): Promise<void> {
  await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({ validation_results: JSON.stringify(results) })
    .where("id", "=", id)
    .execute();
}

/** Whether any of its versions was ever released, whatever it shows now. */
export async function hasReleases(db: Db, itemId: string): Promise<boolean> {
  const found = await queries<RegistryTables>(db)
    .selectFrom("item_version")
    .select("id")
    .where("item_id", "=", itemId)
    .where("released_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Of a deleted item. Released versions are kept as evidence of what was once installed, but are not served. */
export async function dropUnreleasedContent(tx: Tx, itemId: string): Promise<void> {
  await dropUnreleasedArtifacts(tx, itemId);
  await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({ fields: "{}", description: "", changelog: null, risk_signals: "[]", item_changes: null })
    .where("item_id", "=", itemId)
    .where("released_at", "is", null)
    .execute();
}

/** The columns of a version that nobody has decided on. */
export const NOT_DECIDED = {
  deprecated: null,
  yank_reason: null,
  reviewed_by: null,
  reviewed_at: null,
  released_at: null,
  released_by: null,
} as const;
