import type { ReviewComment } from "@tackroom/contract";
import { sql, type Generated, type Insertable, type Selectable } from "kysely";
import { queries, type Db, type Tx } from "../platform/relational/index.js";

interface ReviewCommentTable {
  id: string;
  item_id: string;
  version_id: string;
  kind: ReviewComment["kind"];
  reply_to: string | null;
  version: string;
  digest: string;
  file: string | null;
  line: number | null;
  line_text: string | null;
  text: string;
  author_id: string | null;
  resolved_by: Generated<string | null>;
  resolved_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface Tables {
  review_comment: ReviewCommentTable;
}

export type StoredComment = Selectable<ReviewCommentTable>;
export type NewComment = Omit<Insertable<ReviewCommentTable>, "resolved_by" | "resolved_at" | "created_at">;

export function insertComment(tx: Tx, comment: NewComment): Promise<StoredComment> {
  return queries<Tables>(tx).insertInto("review_comment").values(comment).returningAll().executeTakeFirstOrThrow();
}

/** Among those of one item. */
export function findComment(db: Db, itemId: string, id: string): Promise<StoredComment | undefined> {
  return queries<Tables>(db)
    .selectFrom("review_comment")
    .selectAll()
    .where("id", "=", id)
    .where("item_id", "=", itemId)
    .executeTakeFirst();
}

/** Newest first. */
export async function listCommentsOf(
  db: Db,
  itemId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ items: StoredComment[]; total: number }> {
  const all = queries<Tables>(db).selectFrom("review_comment").where("item_id", "=", itemId);
  const items = await all
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await all.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

export async function countCommentsOn(db: Db, versionId: string): Promise<number> {
  const { count } = await queries<Tables>(db)
    .selectFrom("review_comment")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("version_id", "=", versionId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Everyone who has written something on a version and whose account is still there. */
export async function authorsOfComments(db: Db, versionId: string): Promise<string[]> {
  const rows = await queries<Tables>(db)
    .selectFrom("review_comment")
    .select("author_id")
    .distinct()
    .where("version_id", "=", versionId)
    .where("author_id", "is not", null)
    .execute();
  return rows.flatMap(({ author_id }) => author_id ?? []);
}

export async function hasReplies(db: Db, id: string): Promise<boolean> {
  const found = await queries<Tables>(db)
    .selectFrom("review_comment")
    .select("id")
    .where("reply_to", "=", id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Null opens it again. What is resolved already keeps the name of who resolved it first. */
export function resolveComment(tx: Tx, id: string, by: string | null): Promise<StoredComment> {
  const resolved = {
    resolved_by: sql<string | null>`case when resolved_at is null then ${by}::uuid else resolved_by end`,
    resolved_at: sql<Date | null>`coalesce(resolved_at, now())`,
  };
  return queries<Tables>(tx)
    .updateTable("review_comment")
    .set(by === null ? { resolved_by: null, resolved_at: null } : resolved)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeComment(tx: Tx, id: string): Promise<void> {
  await queries<Tables>(tx).deleteFrom("review_comment").where("id", "=", id).execute();
}
