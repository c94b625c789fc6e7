import type { DashboardSummary } from "@tackroom/contract";
import { expect, test } from "vitest";
import { costNote } from "./metrics.js";

test.each([
  [{ sessions_without_price: 0, unpriced_models: [], stated_cost_usd: 0 }, undefined],
  [{ sessions_without_price: 1, unpriced_models: ["glm-9"], stated_cost_usd: 0 }, "1 session has no price (glm-9)"],
  [
    { sessions_without_price: 2, unpriced_models: ["", "glm-9"], stated_cost_usd: 1.5 },
    "$1.50 of it reported by harnesses; 2 sessions have no price (unnamed, glm-9)",
  ],
])("the cost of %j is noted as %j", (summary, note) => {
  expect(costNote(summary as unknown as DashboardSummary)).toBe(note);
});
