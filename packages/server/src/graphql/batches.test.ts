import { describe, expect, test } from "vitest";
import { createBatches } from "./batches.js";
import { createReads } from "./reads.js";

const rows = (count: number): { id: string }[] => Array.from({ length: count }, (_, n) => ({ id: `r${n}` }));

function recorded() {
  const batch = createBatches(createReads());
  const reads: string[][] = [];
  const ask = (key: string, row: { id: string }): Promise<string | undefined> =>
    batch(key, row, async (all) => {
      reads.push(all.map(({ id }) => id));
      return new Map(all.filter(({ id }) => id !== "none").map(({ id }) => [id, `${key} of ${id}`]));
    });
  return { ask, reads };
}

describe("what is asked of many rows", () => {
  test("in the same moment is read at once, and each gets its own", async () => {
    const { ask, reads } = recorded();
    const found = await Promise.all([...rows(3), { id: "none" }].map((row) => ask("events", row)));
    expect(found).toEqual(["events of r0", "events of r1", "events of r2", undefined]);
    expect(reads).toEqual([["r0", "r1", "r2", "none"]]);
  });

  test("in another way is another read, and so is what is asked later", async () => {
    const { ask, reads } = recorded();
    const [row = { id: "" }] = rows(1);
    await Promise.all([ask("a", row), ask("b", row), ask("a", row)]);
    await ask("a", row);
    expect(reads).toEqual([["r0"], ["r0"], ["r0"]]);
  });

  test("is read fifty at a time", async () => {
    const { ask, reads } = recorded();
    await Promise.all(rows(120).map((row) => ask("a", row)));
    expect(reads.map(({ length }) => length)).toEqual([50, 50, 20]);
  });

  test("fails for all who asked, and for nobody else", async () => {
    const batch = createBatches(createReads());
    const fail = (key: string, row: { id: string }) =>
      batch(key, row, async () => {
        if (key === "bad") throw new Error("the store is away");
        return new Map([[row.id, "fine"]]);
      });
    const answers = await Promise.allSettled([
      fail("bad", { id: "a" }),
      fail("bad", { id: "b" }),
      fail("good", { id: "a" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  });
});
