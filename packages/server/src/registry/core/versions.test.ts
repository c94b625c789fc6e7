import fc from "fast-check";
import semver from "semver";
import { describe, expect, test } from "vitest";
import { bump, byPrecedence, highest, isStable, isVersion, precedenceOf } from "./versions.js";

const number = fc.oneof(fc.nat(12), fc.nat(999_999_999)).map(String);
const word = fc.stringMatching(/^[0-9A-Za-z-]{0,5}[A-Za-z-][0-9A-Za-z-]{0,5}$/);
const preRelease = fc
  .array(fc.oneof(number, word), { minLength: 1, maxLength: 4 })
  .map((parts) => `-${parts.join(".")}`);
const version = fc
  .tuple(number, number, number, fc.option(preRelease, { nil: "" }))
  .map(([major, minor, patch, pre]) => `${major}.${minor}.${patch}${pre}`);
/** Alike but for the pre-release, where random versions would nearly always differ earlier. */
const sibling = preRelease.map((pre) => `1.0.0${pre}`);

const bytewise = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe("precedence", () => {
  test.each([
    ["versions", version],
    ["pre-releases of one version", fc.oneof(sibling, fc.constant("1.0.0"))],
  ])("the byte order of keys is the order of semver for %s", (_what, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, arbitrary, (a, b) => {
        expect(bytewise(precedenceOf(a), precedenceOf(b))).toBe(semver.compare(a, b));
      }),
      { numRuns: 2000 },
    );
  });

  test("the example of the semver specification", () => {
    const order = ["alpha", "alpha.1", "alpha.beta", "beta", "beta.2", "beta.11", "rc.1"].map((pre) => `1.0.0-${pre}`);
    order.push("1.0.0", "1.0.1-0", "1.0.1", "1.0.10", "1.2.0", "1.10.0", "2.0.0");
    expect(order.toReversed().toSorted(byPrecedence)).toEqual(order);
  });

  test("numbers too long for a double still compare", () => {
    expect(byPrecedence("1.0.0-99999999999999999998", "1.0.0-99999999999999999999")).toBe(-1);
  });
});

test.each([
  ["1.2.3", "major", "2.0.0"],
  ["1.2.3", "minor", "1.3.0"],
  ["1.2.3", "patch", "1.2.4"],
  ["1.2.3-rc.1", "patch", "1.2.3"],
  ["1.3.0-rc.1", "minor", "1.3.0"],
  ["1.3.1-rc.1", "minor", "1.4.0"],
  ["2.0.0-rc.1", "major", "2.0.0"],
  ["2.1.0-rc.1", "major", "3.0.0"],
  ["0.1.0", "minor", "0.2.0"],
] as const)("%s bumped by %s is %s", (from, by, to) => {
  expect(bump(from, by)).toBe(to);
  expect(semver.inc(from, by)).toBe(to);
});

test.each([
  ["999999999.0.0", "major", "999999999.1.0"],
  ["999999999.999999999.0", "major", "999999999.999999999.1"],
  ["1.999999999.0", "minor", "2.0.0"],
  ["1.0.999999999", "patch", "1.1.0"],
  ["1.999999999.999999999", "patch", "2.0.0"],
  ["999999999.999999999.999999999", "patch", "999999999.999999999.999999999"],
] as const)("%s bumped by %s is %s, as no number may be higher", (from, by, to) => {
  expect(bump(from, by)).toBe(to);
});

test.each([
  [["1.0.0", "1.10.0", "1.9.0"], "1.10.0"],
  [["1.0.0", "2.0.0-rc.1"], "1.0.0"],
  [["1.0.0-rc.2", "1.0.0-rc.10"], "1.0.0-rc.10"],
  [[], undefined],
])("the highest of %j is %s", (versions, expected) => {
  expect(highest(versions)).toBe(expected);
});

test.each([
  ["1.0.0", true, true],
  ["1.0.0-rc.1", true, false],
  ["1.0.0-01", false, false],
  ["1.0", false, true],
  ["v1.0.0", false, true],
])("%s: a version %s, stable %s", (text, valid, stable) => {
  expect(isVersion(text)).toBe(valid);
  expect(isStable(text)).toBe(stable);
});
