import type { ItemKind } from "@tackroom/contract";
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";
import type { EntryFacts } from "../core/entry-facts.js";
import type { Fields, ItemTable, RegistryTables } from "./tables-store.js";
import { IS_BEING_EDITED, ownedBy, readableBy, uuids, visibleTo, type Viewer } from "./viewer-store.js";

/** An item as a viewer finds it. */
export type Item = Omit<Selectable<ItemTable>, "audience" | "facets" | "search_name" | "entry"> & {
  /** Whether the viewer may change it. */
  readonly is_owned: boolean;
  /** Whether `edited_by` keeps others away until `edited_until`. */
  readonly is_being_edited: boolean;
};

const COLUMNS = [
  "item.id",
  "item.kind",
  "item.namespace",
  "item.slug",
  "item.name",
  "item.owner_id",
  "item.owner",
  "item.team_id",
  "item.visibility",
  "item.fields",
  "item.shown_version_id",
  "item.version",
  "item.description",
  "item.supported_harnesses",
  "item.status",
  "item.rejection_reason",
  "item.is_released",
  "item.summary",
  "item.is_archived",
  "item.edited_by",
  "item.edited_until",
  "item.created_at",
  "item.updated_at",
  "item.deleted_at",
  "item.is_listed",
] as const;

const items = (db: Db, viewer: Viewer) =>
  queries<RegistryTables>(db)
    .selectFrom("item")
    .select(COLUMNS)
    .select([ownedBy(viewer).as("is_owned"), IS_BEING_EDITED.as("is_being_edited")]);

export function findItemById(db: Db, viewer: Viewer, kind: ItemKind, id: string): Promise<Item | undefined> {
  return items(db, viewer)
    .where("item.id", "=", id)
    .where("item.kind", "=", kind)
    .where("item.deleted_at", "is", null)
    .where(readableBy(viewer))
    .executeTakeFirst();
}

/** Of any kind; for callers that only have an ID. */
export function findAnyItem(db: Db, viewer: Viewer, id: string): Promise<Item | undefined> {
  return items(db, viewer)
    .where("item.id", "=", id)
    .where("item.deleted_at", "is", null)
    .where(readableBy(viewer))
    .executeTakeFirst();
}

/** By the present or a former `namespace/slug`. */
export function findItemByQualifiedName(
  db: Db,
  viewer: Viewer,
  { kind, namespace, slug }: { readonly kind: ItemKind; readonly namespace: string; readonly slug: string },
): Promise<Item | undefined> {
  return items(db, viewer)
    .innerJoin("item_name", "item_name.item_id", "item.id")
    .where("item_name.kind", "=", kind)
    .where("item_name.namespace", "=", namespace)
    .where("item_name.slug", "=", slug)
    .where("item_name.is_live", "=", true)
    .where(readableBy(viewer))
    .executeTakeFirst();
}

/** More would be too many to choose from anyway. */
const MAX_CANDIDATES = 20;

/** By slug or exact name, among what the viewer sees. */
export function findItemsByName(db: Db, viewer: Viewer, kind: ItemKind, name: string): Promise<Item[]> {
  return items(db, viewer)
    .where((row) => row.or([row("item.slug", "=", name), row("item.name", "=", name)]))
    .where("item.kind", "=", kind)
    .where("item.deleted_at", "is", null)
    .where(readableBy(viewer))
    .orderBy("item.namespace")
    .orderBy("item.slug")
    .limit(MAX_CANDIDATES)
    .execute();
}

/** Each once, also when it had the slug in several namespaces. */
export function findItemsByFormerSlug(db: Db, viewer: Viewer, kind: ItemKind, slug: string): Promise<Item[]> {
  return items(db, viewer)
    .where("item.id", "in", (names) =>
      names
        .selectFrom("item_name")
        .select("item_name.item_id")
        .where("item_name.kind", "=", kind)
        .where("item_name.slug", "=", slug)
        .where("item_name.is_live", "=", true),
    )
    .where(readableBy(viewer))
    .orderBy("item.namespace")
    .orderBy("item.slug")
    .limit(MAX_CANDIDATES)
    .execute();
}

/** By the beginning of an id: `first` and `last` are the smallest and the largest that begin so. */
export function findItemsByIdRange(
  db: Db,
  viewer: Viewer,
  { first, last, kind }: { readonly first: string; readonly last: string; readonly kind?: ItemKind | undefined },
): Promise<Item[]> {
  return items(db, viewer)
    .where("item.id", ">=", first)
    .where("item.id", "<=", last)
    .$if(kind !== undefined, (all) => all.where("item.kind", "=", kind as ItemKind))
    .where("item.deleted_at", "is", null)
    .where(readableBy(viewer))
    .limit(MAX_CANDIDATES)
    .execute();
}

/** Locked until the transaction ends: changes of one item happen one after another. */
export function lockItem(tx: Tx, viewer: Viewer, id: string): Promise<Item | undefined> {
  return items(tx, viewer)
    .where("item.id", "=", id)
    .where("item.deleted_at", "is", null)
    .where(readableBy(viewer))
    .forUpdate()
    .executeTakeFirst();
}

/** Which of these are there; until the transaction ends nobody changes or deletes them. */
export async function holdItems(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await queries<RegistryTables>(tx)
    .selectFrom("item")
    .select("id")
    .where("id", "in", [...ids])
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Deleted or not, for viewers who may see it, or could when it was deleted. */
export function findItemEvenDeleted(db: Db, viewer: Viewer, kind: ItemKind, id: string): Promise<Item | undefined> {
  return items(db, viewer)
    .where("item.id", "=", id)
    .where("item.kind", "=", kind)
    .where(visibleTo(viewer))
    .executeTakeFirst();
}

/** Several of one kind at once. */
export async function findItemsByIds(db: Db, viewer: Viewer, kind: ItemKind, ids: readonly string[]): Promise<Item[]> {
  if (ids.length === 0) return [];
  return items(db, viewer)
    .where("item.id", "=", sql<string>`any(${uuids(ids)})`)
    .where("item.kind", "=", kind)
    .where("item.deleted_at", "is", null)
    .where(visibleTo(viewer))
    .execute();
}

export type NewItem = Omit<Insertable<ItemTable>, "fields" | "summary" | "entry"> & {
  readonly fields: Fields;
  readonly summary: Fields;
  readonly entry: EntryFacts;
};

/** False when the namespace has a live item of this kind with this name, present or former. */
export async function insertItem(tx: Tx, { fields, summary, entry, ...item }: NewItem): Promise<boolean> {
  const inserted = await queries<RegistryTables>(tx)
    .insertInto("item")
    .values({
      ...item,
      fields: JSON.stringify(fields),
      summary: JSON.stringify(summary),
      entry: JSON.stringify(entry),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n && claimName(tx, item);
}

/** Whether the item has the name now; it may have had it before. */
export async function claimName(
  tx: Tx,
  { id, kind, namespace, slug }: Pick<NewItem, "id" | "kind" | "namespace" | "slug">,
): Promise<boolean> {
  await queries<RegistryTables>(tx)
    .insertInto("item_name")
    .values({ kind, namespace, slug, item_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const holder = await queries<RegistryTables>(tx)
    .selectFrom("item_name")
    .select("item_id")
    .where("kind", "=", kind)
    .where("namespace", "=", namespace)
    .where("slug", "=", slug)
    .where("is_live", "=", true)
    .executeTakeFirst();
  return holder?.item_id === id;
}

export type ItemChange = Omit<Updateable<ItemTable>, "id" | "kind" | "fields" | "summary" | "entry"> & {
  readonly fields?: Fields;
  readonly summary?: Fields;
  readonly entry?: EntryFacts;
};

export async function updateItem(tx: Tx, id: string, { fields, summary, entry, ...change }: ItemChange): Promise<void> {
  await queries<RegistryTables>(tx)
    .updateTable("item")
    .set({
      ...change,
      ...(fields === undefined ? {} : { fields: JSON.stringify(fields) }),
      ...(summary === undefined ? {} : { summary: JSON.stringify(summary) }),
      ...(entry === undefined ? {} : { entry: JSON.stringify(entry) }),
    })
    .where("id", "=", id)
    .execute();
}

/** The name is free again for its namespace; the row stays, and keeps who could see it. */
export async function markDeleted(tx: Tx, id: string): Promise<Date> {
  await queries<RegistryTables>(tx)
    .updateTable("item_name")
    .set({ is_live: false })
    .where("item_id", "=", id)
    .execute();
  const { deleted_at } = await queries<RegistryTables>(tx)
    .updateTable("item")
    // Clients that follow the catalogue ask for what has changed since.
    .set({ deleted_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where("id", "=", id)
    .returning("deleted_at")
    .executeTakeFirstOrThrow();
  return deleted_at as Date;
}

export async function teamHasItems(tx: Tx, teamId: string): Promise<boolean> {
  const found = await queries<RegistryTables>(tx)
    .selectFrom("item")
    .select("id")
    .where("team_id", "=", teamId)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Takes back what a failed attempt has written, and only that, so that the transaction can go on with the next. */
export async function attempt<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const db = queries(tx);
  await sql`savepoint attempt`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint attempt`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(db);
    throw error;
  }
}
