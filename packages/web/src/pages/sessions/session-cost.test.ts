import { expect, test } from "vitest";
import { costNote } from "./session-cost.js";

test.each([
  [1, null, [], "at list prices"],
  [1, 1, [], "reported by the harness"],
  [1, 0.25, [], "$0.25 of it reported"],
  [1, null, ["m", ""], "at list prices, excluding m, an unnamed model"],
  [null, null, ["m"], "no price for m"],
  [null, null, [], "at list prices"],
])("a cost of %j, %j of it reported, without %j is %s", (cost_usd, stated_cost_usd, unpriced_models, note) => {
  expect(costNote({ cost_usd, stated_cost_usd, unpriced_models })).toBe(note);
});
