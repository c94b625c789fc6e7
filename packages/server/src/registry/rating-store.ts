import { queries, type Db } from "../platform/relational/index.js";

interface Tables {
  // `bigint` arrives as text.
  item_rating: { item_id: string; ratings: string; stars: string };
}

export interface Rating {
  /** With two decimals. */
  readonly average: number;
  readonly total: number;
}

/** Of the items that anybody has rated. */
export async function ratingsOf(db: Db, itemIds: readonly string[]): Promise<Map<string, Rating>> {
  if (itemIds.length === 0) return new Map();
  const rows = await queries<Tables>(db)
    .selectFrom("item_rating")
    .selectAll()
    .where("item_id", "in", [...itemIds])
    .where("ratings", ">", "0")
    .execute();
  return new Map(
    rows.map(({ item_id, ratings, stars }) => [
      item_id,
      { average: Math.round((Number(stars) / Number(ratings)) * 100) / 100, total: Number(ratings) },
    ]),
  );
}
