import { queries, type Db } from "../../platform/relational/index.js";

interface Tables {
  // `bigint` and `numeric` arrive as text.
  item_rating: { item_id: string; ratings: string; average: string };
}

export interface Rating {
  /** With two decimals; the table says which ratings it is of. */
  readonly average: number;
  readonly total: number;
}

/** Of the items that anybody has rated. */
export async function ratingsOf(db: Db, itemIds: readonly string[]): Promise<Map<string, Rating>> {
  if (itemIds.length === 0) return new Map();
  const rows = await queries<Tables>(db)
    .selectFrom("item_rating")
    .select(["item_id", "ratings", "average"])
    .where("item_id", "in", [...itemIds])
    .where("ratings", ">", "0")
    .execute();
  return new Map(
    rows.map(({ item_id, ratings, average }) => [item_id, { average: Number(average), total: Number(ratings) }]),
  );
}
