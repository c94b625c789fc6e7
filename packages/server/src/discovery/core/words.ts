import { stemmer } from "stemmer";
import { fold, tokenize } from "../../search-words/index.js";
import { STOP_WORDS } from "./stop-words.js";

/** A word of a text: as it stands there, in lower case and without accents, and what is left of it in the index. */
export interface Word {
  readonly typed: string;
  readonly stem: string;
  /** It is two words written as one, which are there as well: it makes no text longer. */
  readonly joined: boolean;
}

/** Longer runs are keys, hashes or encoded data; nobody looks for them by their middle. */
const MAX_WORD_LENGTH = 40;
const PLAIN_ENGLISH = /^[a-z]+$/;

/** What is left of a name to compare it: case, spaces and punctuation do not count. */
export const nameKey = (name: string): string => tokenize(name, "letters", "accents").join("");

/** The words of a text that tell items apart, in order: `getWeather` is "get weather", and "getweather" as well. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const compound of tokenize(text, "compounds", "width")) {
    const parts = partsOf(compound);
    // Of two parts people write either form (e-mail, GitHub, data base); more than two are a name made of words.
    const isPair = parts.length === 2;
    for (const part of parts) addWord(words, part, false);
    if (isPair) addWord(words, parts.join(""), true);
  }
  return words;
}

function addWord(words: Word[], text: string, joined: boolean): void {
  const typed = fold(text, "accents");
  if (typed === "" || typed.length > MAX_WORD_LENGTH || STOP_WORDS.has(typed)) return;
  words.push({ typed, stem: stemOf(typed), joined });
}

/** "C++" and "C#" are words of their own; otherwise punctuation, and a capital after a small letter, part words. */
function partsOf(compound: string): string[] {
  if (/^[a-z][+#]+$/i.test(compound)) return [compound];
  const apart = compound
    .replaceAll(/['’](?:s|t|re|ve|ll|d|m)(?![\p{L}\p{N}])/giu, "")
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
  return tokenize(apart, "letters", "none");
}

/** Only English words have the endings that the stemmer knows; "k8s" or "postgis3" stay as they are. */
export const stemOf = (word: string): string => (PLAIN_ENGLISH.test(word) ? stemmer(word) : word);
