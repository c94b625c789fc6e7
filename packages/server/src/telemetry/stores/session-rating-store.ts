import type { SessionRating } from "@tackroom/contract";
import { sql, type Generated, type Insertable, type Selectable, type SqlBool } from "kysely";
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

/** A rating with the ID that the harness gave its session. */
export type RatingOfUser = StoredRating & { readonly session_id: string };

/** What someone has rated, in an order that stays the same while they rate more, after another one. */
export function listRatingsOfUser(
  db: Db,
  userId: string,
  after: Pick<StoredRating, "session" | "dimension"> | undefined,
  limit: number,
): Promise<RatingOfUser[]> {
  let given = queries<Tables & { session: { id: string; session_id: string } }>(db)
    .selectFrom("session_rating")
    .innerJoin("session", "session.id", "session_rating.session")
    .selectAll("session_rating")
    .select("session.session_id")
    .where("session_rating.user_id", "=", userId);
  if (after) {
    given = given.where(
      sql<SqlBool>`(session_rating.session, session_rating.dimension) > (${after.session}::uuid, ${after.dimension})`,
    );
  }
  return given.orderBy("session_rating.session").orderBy("session_rating.dimension").limit(limit).execute();
}
