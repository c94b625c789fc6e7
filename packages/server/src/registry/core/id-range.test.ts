import { expect, test } from "vitest";
import { idRange } from "./id-range.js";

test.each([
  ["abcd", "abcd0000-0000-0000-0000-000000000000", "abcdffff-ffff-ffff-ffff-ffffffffffff"],
  ["ABCD1234-5", "abcd1234-5000-0000-0000-000000000000", "abcd1234-5fff-ffff-ffff-ffffffffffff"],
])("%s is the beginning of ids from %s to %s", (prefix, first, last) => {
  expect(idRange(prefix)).toEqual({ first, last });
});

test.each(["abc", "ghij", "", "a".repeat(33), "abcd%"])("%j is no beginning of an id", (prefix) => {
  expect(idRange(prefix)).toBeUndefined();
});
