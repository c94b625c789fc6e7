import { expect, test } from "vitest";
import { initialsOf } from "./initials.js";

test.each([
  ["maya-lind", "ML"],
  ["ada", "AD"],
  ["j.r.tolkien", "JR"],
  ["x", "X"],
])("%s has the initials %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
