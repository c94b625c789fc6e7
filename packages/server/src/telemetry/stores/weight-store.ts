import { DIMENSIONS, type Dimension } from "@tackroom/contract";
import { sql, type Generated } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";
import type { Weights } from "../core/weights.js";

interface WeightTable {
  dimension: string;
  weight: number;
  updated_by: string | null;
  updated_at: Generated<Date>;
}

interface Tables {
  dimension_weight: WeightTable;
}

/** The weights that an admin has set. */
export async function loadWeights(db: Db): Promise<Partial<Weights>> {
  const rows = await queries<Tables>(db).selectFrom("dimension_weight").select(["dimension", "weight"]).execute();
  return Object.fromEntries(rows.filter(isKnown).map(({ dimension, weight }) => [dimension, weight]));
}

/** A dimension of another version of Tackroom has no weight in this one. */
const isKnown = ({ dimension }: Pick<WeightTable, "dimension">): boolean => DIMENSIONS.includes(dimension as Dimension);

/** Until the transaction ends nobody else changes a weight; each change depends on all the others. */
export async function lockWeights(tx: Tx): Promise<void> {
  await sql`LOCK TABLE dimension_weight IN SHARE ROW EXCLUSIVE MODE`.execute(queries<Tables>(tx));
}

export async function saveWeights(tx: Tx, weights: Partial<Weights>, by: string): Promise<void> {
  const rows = Object.entries(weights).map(([dimension, weight]) => ({ dimension, weight, updated_by: by }));
  await queries<Tables>(tx)
    .insertInto("dimension_weight")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("dimension").doUpdateSet(({ ref }) => ({
        weight: ref("excluded.weight"),
        updated_by: ref("excluded.updated_by"),
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute();
}
