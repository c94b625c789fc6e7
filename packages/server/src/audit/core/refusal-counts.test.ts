import { expect, test } from "vitest";
import { createRefusalCounts, type RefusalCounts } from "./refusal-counts.js";

const LIMITS = { maxTallies: 6, maxPerSubject: 2, maxPaths: 2 };

const refuse = (counts: RefusalCounts<string>, subject: string, kind: string, second = 0) =>
  counts.add({ subject, kind, path: `/${second}`, at: new Date(second * 1000), sample: `${subject} ${kind}` });

const shown = (counts: RefusalCounts<string>): unknown[] =>
  counts.take().map(([, { sample, scope, count }]) => [sample, scope, count]);

test("counts what one subject is refused repeatedly, from the first to the last time", () => {
  const counts = createRefusalCounts<string>(LIMITS);
  expect(refuse(counts, "a", "read", 1).isFirst).toBe(true);
  expect(refuse(counts, "a", "read", 5).isFirst).toBe(false);
  const { tally } = refuse(counts, "a", "read", 9);
  expect(tally).toEqual({
    sample: "a read",
    scope: "kind",
    count: 3,
    firstAt: new Date(1000),
    lastAt: new Date(9000),
    paths: new Set(["/1", "/5"]),
    isRecorded: false,
  });
  expect(counts.take()).toHaveLength(1);
  expect(counts.take()).toEqual([]);
  expect(refuse(counts, "a", "read").isFirst).toBe(true);
});

test("keeps subjects and kinds apart", () => {
  const counts = createRefusalCounts<string>(LIMITS);
  for (const [subject, kind] of [
    ["a", "read"],
    ["a", "write"],
    ["b", "read"],
  ] as const) {
    expect(refuse(counts, subject, kind).isFirst).toBe(true);
  }
});

test("counts the rest of a subject that is refused many things in one tally, and leaves room to others", () => {
  const counts = createRefusalCounts<string>(LIMITS);
  for (let kind = 0; kind < 100; kind++) refuse(counts, "a", `k${kind}`);
  expect(refuse(counts, "b", "k0").isFirst).toBe(true);
  expect(shown(counts)).toEqual([
    ["a k0", "kind", 1],
    ["a k1", "kind", 1],
    ["a k2", "subject", 98],
    ["b k0", "kind", 1],
  ]);
});

test("counts everyone beyond its bound in one tally", () => {
  const counts = createRefusalCounts<string>(LIMITS);
  for (let subject = 0; subject < 1000; subject++) refuse(counts, `s${subject}`, "k");
  const taken = shown(counts);
  expect(taken).toHaveLength(LIMITS.maxTallies + 1);
  expect(taken.at(-1)).toEqual(["s6 k", "everyone", 994]);
});

test("goes on counting what could not be recorded, within the same bounds", () => {
  const counts = createRefusalCounts<string>(LIMITS);
  for (let round = 0; round < 10; round++) {
    for (let subject = 0; subject < 50; subject++) refuse(counts, `s${round}-${subject}`, "k", round);
    refuse(counts, "always", "k", round);
    counts.putBack(counts.take());
  }
  const taken = counts.take();
  expect(taken.length).toBeLessThanOrEqual(LIMITS.maxTallies + 1);
  expect(taken.reduce((sum, [, { count }]) => sum + count, 0)).toBe(510);
});
