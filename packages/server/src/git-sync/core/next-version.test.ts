import { expect, test } from "vitest";
import { numberForPush, numberOfTag } from "./next-version.js";

test.each([
  ["the declared one, when it is higher than every existing one", "2.0.0", ["1.0.0", "1.9.9"], "2.0.0"],
  ["a declared pre-release, when it is higher", "2.0.0-rc.1", ["1.9.9"], "2.0.0-rc.1"],
  ["the highest with its patch raised, when the declared one exists", "1.9.9", ["1.0.0", "1.9.9"], "1.9.10"],
  ["the highest with its patch raised, when the declared one is lower", "1.2.0", ["1.0.0", "1.9.9"], "1.9.10"],
  ["the highest with its patch raised, when nothing is declared", null, ["1.9.9", "1.10.0"], "1.10.1"],
  ["the release of a pre-release that is the highest", null, ["1.0.0", "1.1.0-rc.1"], "1.1.0"],
  ["the highest with its patch raised, when what is declared is not a version", "next", ["1.0.0"], "1.0.1"],
  ["the declared one as the first", "3.1.4", [], "3.1.4"],
  ["0.0.1 as the first, when nothing is declared", null, [], "0.0.1"],
])("a push publishes %s", (_case, declared, existing, number) => {
  expect(numberForPush(declared, existing)).toBe(number);
});

test.each([
  ["v1.2.3", "1.2.3"],
  ["1.2.3", "1.2.3"],
  ["v0.0.1", "0.0.1"],
  ["V1.2.3", undefined],
  ["v1.2", undefined],
  ["v1.2.3-rc.1", undefined],
  ["v1.2.3+build", undefined],
  ["v01.2.3", undefined],
  ["release-1.2.3", undefined],
  ["v1.2.3\n", undefined],
  ["vv1.2.3", undefined],
  ["v1.2.9999999999", undefined],
  ["", undefined],
])("the tag %j is the version %j", (tag, number) => {
  expect(numberOfTag(tag)).toBe(number);
});
