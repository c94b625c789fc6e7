import { sameAs } from "./abbreviations.js";
import { type Word, wordsOf } from "./words.js";
import { wordWeights } from "./word-weights.js";

/** A word of a question, and what it is worth to find it. */
export interface AskedWord {
  readonly typed: string;
  readonly stem: string;
  readonly weight: number;
  /** Stems that stand for it as well. */
  readonly sameAs: readonly string[];
  /**
   * What is tried besides the word. One that no table knows may be misspelt or cut off, so whatever is written nearly so; a known
   * one may be the beginning of another that is being typed.
   */
  readonly tries: "similar" | "longer" | "nothing";
  /** Two words written as one: found or not, it does not add to what was asked for. */
  readonly joined: boolean;
}

export interface Question {
  readonly words: readonly AskedWord[];
  /** The weight of all its words together. */
  readonly weight: number;
  /** How much of it is English, from 0 to 1: what a vector of the rest means, nobody knows. */
  readonly known: number;
}

/** The last word of so few may still be being typed, by someone who looks what comes up. */
const MAX_WORDS_TYPED = 2;
/** Further words of a very long question are the least telling ones. They also have to fit the bits of a number. */
const MAX_WORDS = 31;

export function readQuestion(text: string): Question {
  const once = new Map<string, Word>();
  for (const word of wordsOf(text)) if (!once.has(word.stem)) once.set(word.stem, word);
  const inOrder = [...once.values()].filter(({ joined }) => !joined);
  const last = inOrder.length <= MAX_WORDS_TYPED ? inOrder.at(-1) : undefined;
  const words = [...once.values()]
    .map(({ typed, stem, joined }): AskedWord => {
      const known = wordWeights.knows(stem);
      return {
        typed,
        stem,
        joined,
        weight: wordWeights.of(stem),
        sameAs: [...sameAs(stem)],
        tries:
          joined || !/^\p{L}+$/u.test(stem)
            ? "nothing"
            : known
              ? stem === last?.stem
                ? "longer"
                : "nothing"
              : "similar",
      };
    })
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORDS);
  const asked = words.filter(({ joined }) => !joined);
  const known = asked.filter(({ stem }) => wordWeights.knows(stem)).length;
  return {
    words,
    weight: asked.reduce((sum, { weight }) => sum + weight, 0),
    known: asked.length === 0 ? 0 : known / asked.length,
  };
}
