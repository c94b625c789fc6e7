import type { SessionRating } from "@tackroom/contract";
import { sql, type Generated, type Insertable, type Selectable } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";

interface SessionRatingTable {
  id: string;
  session: string;
  user_id: string;
  dimension: SessionRating["dimension"];
  score: number;
  note: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface Tables {
  session_rating: SessionRatingTable;
}

export type StoredRating = Selectable<SessionRatingTable>;
export type NewRating = Insertable<SessionRatingTable>;

/** Replaces what the same person said in the same dimension; that keeps its id and when it was first given. */
export function saveRating(tx: Tx, rating: NewRating): Promise<StoredRating> {
  return queries<Tables>(tx)
    .insertInto("session_rating")
    .values(rating)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "session", "dimension"]).doUpdateSet(({ ref }) => ({
        score: ref("excluded.score"),
        note: ref("excluded.note"),
        updated_at: sql<Date>`now()`,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Newest first. */
export async function listRatingsOf(
  db: Db,
  session: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ items: StoredRating[]; total: number }> {
  const given = queries<Tables>(db).selectFrom("session_rating").where("session", "=", session);
  const items = await given
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await given.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}
