import type { Session } from "@tackroom/contract";
import { costText } from "../../ui/data/figures.js";

type Priced = Pick<Session, "cost_usd" | "stated_cost_usd" | "unpriced_models">;

/** Where a cost comes from (harness or prices), and what it does not include. */
export function costNote({ cost_usd: cost, stated_cost_usd: stated, unpriced_models: unpriced }: Priced): string {
  const source =
    stated === null
      ? "at list prices"
      : stated === cost
        ? "reported by the harness"
        : `${costText(stated)} of it reported`;
  const missing = unpriced.map((model) => model || "an unnamed model").join(", ");
  if (unpriced.length === 0) return source;
  return cost === null ? `no price for ${missing}` : `${source}, excluding ${missing}`;
}
