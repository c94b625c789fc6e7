import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { stageDiscovery, type DiscoveryStage } from "../../test/discovery.js";
import { runSql } from "../platform/relational/index.js";
import { fillEntries } from "../registry/index.js";
import { largestSize } from "../../test/sizes.js";
import type { Embedder } from "./embedder/embedder.js";
import { EntryIndex } from "./entry-index.js";

/** Vectors that tell texts apart by one word, and a count of what they cost. */
function countingEmbedder(model = "counting"): Embedder & { readonly made: string[]; isDown: boolean } {
  const made: string[] = [];
  const embedder = {
    model,
    made,
    isDown: false,
    async embed(texts: readonly string[]) {
      if (embedder.isDown) throw new Error("the embedder is down");
      made.push(...texts);
      return texts.map((text) => new Float32Array(/boat|ship/i.test(text) ? [1, 0, 0, 0] : [0, 1, 0, 0]));
    },
    embedInBulk: (texts: readonly string[]) => embedder.embed(texts),
    close: async () => undefined,
  };
  return embedder;
}

describe.each(largestSize)("the index of entries ($size)", (on) => {
  let stage: DiscoveryStage;
  let name: string;
  beforeAll(async () => {
    stage = await stageDiscovery({ on });
  });
  beforeEach(async () => {
    const item = await stage.shelf.publish("prompts", stage.ada, { description: "Names for a boat" });
    name = item.name;
    // The server makes vectors of its own, of which there is one set for each item.
    await settled(item.id);
  });
  afterAll(() => stage.server.close());

  const settled = (id: string): Promise<void> =>
    eventually(async () => {
      const sql = "SELECT model FROM entry_vector WHERE entry_key = $1";
      expect((await runSql(stage.server.platform.relational, sql, [id])).rows).toHaveLength(1);
    });
  const open = (embedder: Embedder): EntryIndex => {
    const { platform, log } = stage.server;
    return new EntryIndex({ db: platform.relational, log, embedders: { current: async () => embedder } });
  };
  const found = async (index: EntryIndex, text: string): Promise<string[]> =>
    (await index.search(index.begin(text), ({ isReleased }) => isReleased)).hits.map(({ item }) => item.name);

  test("finds by meaning what has none of the words, as soon as it is there", async () => {
    const index = open(countingEmbedder());
    expect(index.progress()).toEqual({ state: "indexing", progress: 0 });
    await index.warm();
    const { name: later } = await stage.shelf.publish("prompts", stage.ada, { description: "Paints a boat" });
    expect(await found(index, "ships")).toEqual(expect.arrayContaining([name, later]));
    await index.close();
  });

  test("vectors are made after an approval, before anybody searches", async () => {
    const { id } = await stage.shelf.publish("prompts", stage.ada, { description: "Mends a sail" });
    await settled(id);
  });

  test("vectors are made once, and read by whoever comes later", async () => {
    const first = countingEmbedder("made once");
    const index = open(first);
    await index.warm();
    await index.close();
    expect(first.made.length).toBeGreaterThan(0);
    const second = countingEmbedder("made once");
    const again = open(second);
    await again.warm();
    expect(second.made).toEqual([]);
    expect(await found(again, "ships")).toContain(name);
    expect(second.made).toEqual(["ships"]);
    expect(again.progress()).toEqual({ state: "ready", progress: 1 });
    await again.close();
  });

  test("those of another model are made anew", async () => {
    for (const model of ["old", "new"]) {
      const embedder = countingEmbedder(model);
      const index = open(embedder);
      await index.warm();
      expect(await found(index, "ships")).toContain(name);
      await index.close();
      expect(embedder.made.some((text) => text.includes("Names for a boat"))).toBe(true);
    }
  });

  test("a change of the model while it runs makes all vectors anew, and never compares the old with the new", async () => {
    const [before, after] = [countingEmbedder("before"), countingEmbedder("after")];
    let current = before;
    const { platform, log } = stage.server;
    const index = new EntryIndex({ db: platform.relational, log, embedders: { current: async () => current } });
    expect(await found(index, "ships")).toContain(name);
    current = after;
    expect(await found(index, "ships")).toContain(name);
    expect(after.made).toEqual(expect.arrayContaining([...before.made]));
    await index.close();
  });

  test("while no vectors can be made, words are enough, and it says so", async () => {
    const embedder = countingEmbedder("down");
    embedder.isDown = true;
    const index = open(embedder);
    expect(await found(index, name)).toContain(name);
    expect(await found(index, "names for boats")).toContain(name);
    expect(index.progress()).toEqual({ state: "words_only", progress: 0 });
    const warnings = stage.server.lines.map(({ msg }) => String(msg));
    expect(warnings).toContain("embeddings are unavailable; searches fall back to keywords");
    await index.close();
  });

  test("two processes see what either changes", async () => {
    const [one, other] = [open(countingEmbedder()), open(countingEmbedder())];
    await Promise.all([one.warm(), other.warm()]);
    const item = await stage.shelf.publish("prompts", stage.ada, { description: "Sails" });
    for (const index of [one, other]) expect(await found(index, item.name)).toContain(item.name);
    await stage.send(`DELETE /prompts/${item.id}`, { token: stage.people.admin.token });
    for (const index of [one, other]) expect(await found(index, item.name)).not.toContain(item.name);
    await Promise.all([one.close(), other.close()]);
  });

  test("rows of an earlier release are filled in", async () => {
    const { relational } = stage.server.platform;
    const item = await stage.shelf.publish("mcps", stage.ada, { category: "databases" });
    await runSql(relational, "UPDATE item SET entry = NULL WHERE id = $1", [item.id]);
    expect((await stage.entryOf("mcp", item)).tags).toEqual([]);
    await fillEntries({ db: relational, transaction: relational.transaction });
    expect(await stage.entryOf("mcp", item)).toMatchObject({ tags: ["databases"], "obs:category": "databases" });
  });
});
