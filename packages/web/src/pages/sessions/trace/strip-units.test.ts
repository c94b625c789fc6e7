import { expect, test } from "vitest";
import { offsetAt, stripOf, unitOf } from "./strip-units.js";

const slice = (offset: number, failed = 0) => ({ t: null, offset, kinds: { read: 2, prompt: 3 }, failed, cost_usd: 1 });
const strip = stripOf({
  strip: [slice(0), slice(10, 1), slice(20), slice(30)],
  gaps: [{ after_line: 5, offset: 15, ms: 600_000 }],
});

test("a strip has its slices in order, with room for what was idle between them", () => {
  expect(strip.slices.map(({ left }) => left)).toEqual([0, 1, 3, 4]);
  expect(strip.gaps).toMatchObject([{ left: 2, width: 1, ms: 600_000 }]);
  expect(strip.units).toBe(5);
  expect(strip.slices[1]).toMatchObject({ kind: "read", hasFailed: true });
});

test("an event has its place in a strip, and a place its event", () => {
  expect([0, 5, 12, 15, 20].map((offset) => unitOf(strip, offset))).toEqual([0, 0.5, 1.2, 3, 3]);
  expect([0, 1.5, 2.5, 3.1, 4.9].map((unit) => offsetAt(strip, unit))).toEqual([0, 10, 10, 20, 30]);
});
