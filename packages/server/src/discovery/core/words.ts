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

/** What tells names apart: letters, and the signs after them in "C++" and "F#". */
const TELLING = /[\p{L}\p{N}\p{M}]|(?<=[\p{L}\p{N}][+#]{0,2})[+#](?![+#]{0,2}[\p{L}\p{N}])/gu;

/** What is left of a name to compare it: case, spaces and punctuation do not count, unless it has nothing else. */
export function nameKey(name: string): string {
  const folded = fold(name, "accents");
  return folded.match(TELLING)?.join("") ?? folded.replaceAll(/\s+/g, "");
}

/** The words of a text that tell items apart, in order: `getWeather` is "get weather", and "getweather" as well. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const compound of tokenize(text, "compounds", "width")) {
    const parts = partsOf(compound);
    // Of two parts people write either form (e-mail, GitHub, data base); more than two are a name made of words.
    const isPair = parts.length === 2;
    for (const part of parts) for (const word of withoutSpaces(part)) addWord(words, word, false);
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
  const plain = compound.replaceAll(/['’](?:s|t|re|ve|ll|d|m)(?![\p{L}\p{N}])/giu, "");
  return tokenize(plain, "marked", "none").flatMap(byCase);
}

/** "K8S", all in capitals, is as much one word as "k8s". */
function byCase(word: string): string[] {
  if (!/\p{Lu}/u.test(word) || !/\p{Ll}/u.test(word)) return [word];
  return word
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(" ");
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][\p{M}ー]*/u;
const RUNS = new RegExp(`(?:${UNSPACED.source})+|(?:(?!${UNSPACED.source}).)+`, "gu");

/** Some scripts have no spaces between words. Each two neighbouring characters stand for a word there, as search engines do it. */
function withoutSpaces(part: string): string[] {
  if (!UNSPACED.test(part)) return [part];
  return (part.match(RUNS) ?? []).flatMap((run) => {
    const characters = run.match(new RegExp(UNSPACED, "gu")) ?? [];
    return characters.length <= 2 ? [run] : characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  });
}

/** Only English words have the endings that the stemmer knows; "k8s" or "postgis3" stay as they are. */
export const stemOf = (word: string): string => (PLAIN_ENGLISH.test(word) ? stemmer(word) : word);
