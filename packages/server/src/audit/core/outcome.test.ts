import { expect, test } from "vitest";
import { outcomeOf } from "./outcome.js";

test.each([
  [200, "success"],
  [204, "success"],
  [302, "success"],
  [401, "denied"],
  [403, "denied"],
  [404, "not_found"],
  [409, "client_error"],
  [422, "client_error"],
  [429, "denied"],
  [500, "error"],
  [503, "error"],
])("calls %i %s", (status, outcome) => {
  expect(outcomeOf(status)).toBe(outcome);
});
