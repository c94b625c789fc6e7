import { expect, test } from "vitest";
import { isolatedPlaces } from "./isolated-places.js";

test.each([
  [[], []],
  [[1], [0]],
  [[1, 2, null, 3], [3]],
  [[null, 0, null], [1]],
  [[1, 2, 3], []],
])("of %j those at %j stand alone", (values, expected) => {
  expect(isolatedPlaces(values)).toEqual(expected);
});
