import { expect, test } from "vitest";
import { ROLES, roleSuffices } from "./roles.js";

test("each role may do what the lower ones may, and nothing of the higher ones", () => {
  const table = ROLES.map((role) => ROLES.map((needed) => roleSuffices(role, needed)));
  expect(table).toEqual([
    [true, false, false, false],
    [true, true, false, false],
    [true, true, true, false],
    [true, true, true, true],
  ]);
});
