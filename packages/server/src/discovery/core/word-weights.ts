import { WORD_WEIGHTS } from "./word-weights-data.js";

/**
 * How telling a word is: the logarithm of how rarely it stands in a description. From a fixed table and not counted in
 * the catalogue, so that a score depends on nothing but the question and the item.
 */
export interface WordWeights {
  of(stem: string): number;
  /** Whether it is an English word or a common term of tools. */
  knows(stem: string): boolean;
}

const LEVELS_PER_UNIT = 4;
/** Of a word that the table lacks: a name, a brand, a misspelling. */
const UNKNOWN = 9;

const levels = new Map<string, number>();
for (const line of WORD_WEIGHTS.split("\n")) {
  const [level, ...stems] = line.split(" ");
  for (const stem of stems) levels.set(stem, Number(level) / LEVELS_PER_UNIT);
}

export const wordWeights: WordWeights = {
  of: (stem) => levels.get(stem) ?? UNKNOWN,
  knows: (stem) => levels.has(stem),
};
