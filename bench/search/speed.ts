import { SearchIndex, type Searchable } from "@tackroom/server/discovery/core/search-index";
import type { Embedder } from "@tackroom/server/discovery/embedder/embedder";
import { ITEMS, QUESTIONS } from "./labelled.js";
import { textOf } from "./plain-bm25.js";
import { median } from "./quality.js";

export interface Speed {
  /** Of a search whose vector is given, in milliseconds. */
  readonly search: number;
  /** Of one that is embedded first. */
  readonly whole: number;
  /** Of the index, in megabytes. */
  readonly memory: number;
  /** To put one item into the index, in milliseconds. */
  readonly put: number;
}

const PASSAGES = 2;
const WORDS = ITEMS.flatMap((item) => textOf(item).split(/\s+/));

/** Always the same numbers from 0 to 1, so that runs can be compared. */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return state / 0x80_00_00_00;
  };
}

function synthetic(id: number, random: () => number): Searchable {
  const some = (count: number): string =>
    Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");
  return {
    id: `${id}`,
    name: `${some(2)} ${id}`,
    otherNames: [],
    description: some(25),
    queries: [],
    tools: [{ name: some(1), description: some(6) }],
    tags: [some(1)],
  };
}

/** Vectors that lie as those of real texts do: around others of their topic. */
function around(vector: Float32Array, random: () => number): Float32Array {
  return vector.map((number) => number + (random() - 0.5) * 0.1);
}

export async function measureSpeed(embedder: Embedder, count: number): Promise<Speed> {
  const random = numbers();
  const topics = await embedder.embed(ITEMS.map(({ description }) => description));
  const before = process.memoryUsage();
  const index = new SearchIndex<Searchable>();
  const begun = performance.now();
  for (let id = 0; id < count; id += 1) {
    index.put(synthetic(id, random));
    const topic = topics[id % topics.length] ?? new Float32Array();
    index.setVectors(
      `${id}`,
      Array.from({ length: PASSAGES }, () => around(topic, random)),
    );
  }
  const put = (performance.now() - begun) / count;
  const after = process.memoryUsage();
  const searches: number[] = [];
  const wholes: number[] = [];
  for (const [round, { text }] of QUESTIONS.entries()) {
    // Never asked before, so that no vector is remembered.
    const asked = `${text} ${count + round}`;
    const start = performance.now();
    const embedding = embedder.embed([asked]);
    const words = index.findWords(text);
    const [vector] = await embedding;
    index.search({ text, words, vector }, () => true);
    const whole = performance.now() - start;
    const again = performance.now();
    index.search({ text, vector }, () => true);
    searches.push(performance.now() - again);
    wholes.push(whole);
  }
  const held =
    after.heapUsed + after.arrayBuffers + after.external - before.heapUsed - before.arrayBuffers - before.external;
  return { search: median(searches), whole: median(wholes), memory: held / 1e6, put };
}
