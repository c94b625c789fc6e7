import { tokenize } from "../../search-words/index.js";

/** What a hit is worth: whole phrase or single word, in the name or in another field. */
export const RANK = { phraseInName: 100, phraseInField: 40, wordInName: 12, wordInField: 4 } as const;

/** Words that mean something although they are short. */
export const SHORT_WORDS = ["ai", "go", "js", "ts", "ui", "ux"];
const STOP_WORDS = new Set(
  "and are can for from get how need that the this use using what when where which with you your".split(" "),
);

/** The runs of characters in which a search word can occur, in lower case. */
export const runsOf = (text: string): string[] => tokenize(text, "identifiers", "case");

/** What is searched for, as words that tell items apart; each once, in the order typed. */
export function searchWords(text: string): string[] {
  return [...new Set(runsOf(text).map(trimmed).map(singular))].filter(tellsApart);
}

/** Loops, because a regular expression for the end takes quadratic time on a run of hyphens. */
function trimmed(word: string): string {
  let [start, end] = [0, word.length];
  while (isJoint(word[start])) start += 1;
  while (end > start && isJoint(word[end - 1])) end -= 1;
  return word.slice(start, end);
}

const isJoint = (character: string | undefined): boolean => character === "-" || character === "_";

const singular = (word: string): string => (word.length > 4 && word.endsWith("s") ? word.slice(0, -1) : word);

function tellsApart(word: string): boolean {
  return (word.length >= 3 || SHORT_WORDS.includes(word)) && !STOP_WORDS.has(word);
}
