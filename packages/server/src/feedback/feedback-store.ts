import type { ItemKind } from "@tackroom/contract";
import { sql, type ColumnType, type Generated, type Insertable, type Selectable, type Updateable } from "kysely";
import { queries, type Db, type Tx } from "../platform/relational/index.js";

interface FeedbackTable {
  id: string;
  item_id: string;
  kind: ItemKind;
  user_id: string;
  rating: number;
  comment: string | null;
  anonymous: boolean;
  /** Whether they are an author of the item now; the database sees to it. */
  is_own: ColumnType<boolean, never, never>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface Tables {
  feedback: FeedbackTable;
}

export type StoredFeedback = Selectable<FeedbackTable>;
export type NewFeedback = Insertable<FeedbackTable>;
export type FeedbackChange = Pick<Updateable<FeedbackTable>, "rating" | "comment" | "anonymous">;

interface PageQuery {
  readonly limit: number;
  readonly offset: number;
}

/** Undefined when the user has rated the item already. */
export function insertFeedback(tx: Tx, feedback: NewFeedback): Promise<StoredFeedback | undefined> {
  return queries<Tables>(tx)
    .insertInto("feedback")
    .values(feedback)
    .onConflict((conflict) => conflict.columns(["user_id", "item_id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findFeedback(db: Db, id: string): Promise<StoredFeedback | undefined> {
  return queries<Tables>(db).selectFrom("feedback").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findFeedbackBy(db: Db, userId: string, itemId: string): Promise<StoredFeedback | undefined> {
  return queries<Tables>(db)
    .selectFrom("feedback")
    .selectAll()
    .where("user_id", "=", userId)
    .where("item_id", "=", itemId)
    .executeTakeFirst();
}

/** Newest first. How many there are in all is kept beside the item. */
export function listFeedbackOf(db: Db, itemId: string, { limit, offset }: PageQuery): Promise<StoredFeedback[]> {
  return queries<Tables>(db)
    .selectFrom("feedback")
    .selectAll()
    .where("item_id", "=", itemId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function listFeedbackBy(
  db: Db,
  userId: string,
  { limit, offset }: PageQuery,
): Promise<{ items: StoredFeedback[]; total: number }> {
  const theirs = queries<Tables>(db).selectFrom("feedback").where("user_id", "=", userId);
  const items = await theirs
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await theirs.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

export type NamedRating = Pick<StoredFeedback, "item_id" | "user_id" | "rating" | "comment" | "created_at">;

/** The ratings that these users gave under their name, newest first. */
export async function listRatingsBy(
  db: Db,
  { userIds, since, limit }: { readonly userIds: readonly string[]; readonly since: Date; readonly limit: number },
): Promise<NamedRating[]> {
  const { rows } = await sql<NamedRating>`
    select each.* from unnest(${[...userIds]}::uuid[]) as author (id)
      cross join lateral (
        select item_id, user_id, rating, comment, created_at, id from feedback
        where user_id = author.id and created_at >= ${since} and not anonymous
        order by created_at desc, id desc limit ${limit}
      ) as each
    order by each.created_at desc, each.id desc limit ${limit}`.execute(queries(db));
  return rows;
}

/** Undefined when there is none that is theirs. */
export function updateFeedbackBy(
  tx: Tx,
  userId: string,
  id: string,
  change: FeedbackChange,
): Promise<StoredFeedback | undefined> {
  return queries<Tables>(tx)
    .updateTable("feedback")
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returningAll()
    .executeTakeFirst();
}

/** False when there is none that is theirs. */
export async function deleteFeedbackBy(tx: Tx, userId: string, id: string): Promise<boolean> {
  const deleted = await queries<Tables>(tx)
    .deleteFrom("feedback")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}
