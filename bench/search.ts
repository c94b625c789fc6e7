// Whether the search finds the right item for a sentence, against plain BM25 in the same run, and what it costs as the
// catalogue grows. Aims: recall@5 on the main set at least 1.4 times BM25's; a search of 100,000 entries at most 3 times
// one of 1,000.
import { openBuiltInEmbedder } from "@tackroom/server/discovery/embedder/built-in-embedder";
import { HARD_QUESTIONS, ITEMS, QUESTIONS } from "./search/labelled.js";
import { measure, openBm25, openOurs, type Quality } from "./search/quality.js";
import { measureSpeed } from "./search/speed.js";

const embedder = openBuiltInEmbedder();
const show = (name: string, { recallAt1, recallAt5, ndcgAt10, anywhere, p50 }: Quality): void =>
  console.log(
    `${name.padEnd(11)} recall@1 ${recallAt1.toFixed(3)}  recall@5 ${recallAt5.toFixed(3)}  nDCG@10 ${ndcgAt10.toFixed(3)}  anywhere ${anywhere.toFixed(3)}  p50 ${p50.toFixed(2)} ms`,
  );
const ratio = (a: number, b: number): string => (b === 0 ? "none" : (a / b).toFixed(2));

const bm25 = openBm25();
const ourSearch = await openOurs(embedder);

console.log(
  `main set: ${QUESTIONS.length} questions over ${ITEMS.length} items, at most a third of their content words their item's`,
);
const plain = await measure(bm25, QUESTIONS);
const ours = await measure(ourSearch, QUESTIONS);
show("plain BM25", plain);
show("ours", ours);
console.log(
  `ratio       recall@1 ${ratio(ours.recallAt1, plain.recallAt1)}  recall@5 ${ratio(ours.recallAt5, plain.recallAt5)}  nDCG@10 ${ratio(ours.ndcgAt10, plain.ndcgAt10)}`,
);

console.log(`hard set: ${HARD_QUESTIONS.length} questions, none with a content word of its item`);
show("plain BM25", await measure(bm25, HARD_QUESTIONS));
show("ours", await measure(ourSearch, HARD_QUESTIONS));
console.log("no ratio: where no word is shared, BM25 cannot find the item");

const small = await measureSpeed(embedder, 1000);
const large = await measureSpeed(embedder, 100_000);
for (const [count, { search, whole, memory, put }] of [
  ["1,000", small],
  ["100,000", large],
] as const) {
  console.log(
    `${count.padStart(7)} entries: search p50 ${search.toFixed(2)} ms, with embedding ${whole.toFixed(2)} ms; ${put.toFixed(3)} ms to put one, ${memory.toFixed(0)} MB`,
  );
}
console.log(
  `ratio: search ${(large.search / small.search).toFixed(1)}, with embedding ${(large.whole / small.whole).toFixed(1)}`,
);
await embedder.close();
