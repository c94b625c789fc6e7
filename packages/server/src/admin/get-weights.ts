import { DIMENSIONS, type DimensionWeight } from "@tackroom/contract";
import type { Db } from "../platform/relational/tx.js";
import { loadWeights, weightsWith } from "../telemetry/index.js";

/** `GET /admin/weights` */
export async function getWeights({ db }: { readonly db: Db }): Promise<DimensionWeight[]> {
  const set = await loadWeights(db);
  const weights = weightsWith(set);
  return DIMENSIONS.map((dimension) => ({ dimension, weight: weights[dimension], is_custom: dimension in set }));
}
