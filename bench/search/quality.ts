import { passagesOf, passageVectors, SearchIndex } from "@tackroom/server/discovery/core/search-index";
import type { Embedder } from "@tackroom/server/discovery/embedder/embedder";
import { ITEMS, type Labelled, type LabelledItem } from "./labelled.js";
import { PlainBm25 } from "./plain-bm25.js";

export interface Quality {
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly ndcgAt10: number;
  /** The share of questions whose item is among the results at all: of BM25, those that share a word with it. */
  readonly anywhere: number;
  /** Of one search, in milliseconds. */
  readonly p50: number;
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Ids, best first. */
export type Search = (text: string) => Promise<string[]>;

export function openBm25(): Search {
  const plain = new PlainBm25(ITEMS);
  return (text) => Promise.resolve(plain.search(text));
}

/** With the embedding of the question. */
export async function openOurs(embedder: Embedder): Promise<Search> {
  const index = new SearchIndex<LabelledItem>();
  for (const item of ITEMS) {
    index.put(item);
    const passages = passagesOf(item);
    const vectors = await embedder.embed(passages.flatMap(({ texts }) => texts));
    index.setVectors(item.id, passageVectors(passages, vectors));
  }
  return async (text) => {
    const [vector] = await embedder.embed([text]);
    return index
      .search({ text, ...(vector && { vector }) }, () => true)
      .toSorted((a, b) => b.score - a.score || (a.item.id < b.item.id ? -1 : 1))
      .map(({ item }) => item.id);
  };
}

export async function measure(search: Search, questions: readonly Labelled[]): Promise<Quality> {
  const ranks: number[] = [];
  const times: number[] = [];
  for (const { text, id } of questions) {
    const begun = performance.now();
    const ids = await search(text);
    times.push(performance.now() - begun);
    const rank = ids.indexOf(id);
    ranks.push(rank === -1 ? Infinity : rank);
  }
  const share = (worth: (rank: number) => number): number =>
    ranks.reduce((sum, rank) => sum + worth(rank), 0) / ranks.length;
  return {
    recallAt1: share((rank) => (rank < 1 ? 1 : 0)),
    recallAt5: share((rank) => (rank < 5 ? 1 : 0)),
    ndcgAt10: share((rank) => (rank < 10 ? 1 / Math.log2(rank + 2) : 0)),
    anywhere: share((rank) => (rank < Infinity ? 1 : 0)),
    p50: median(times),
  };
}
