import { tokenize } from "../../search-words/index.js";

const MAX_WORDS = 8;

/** The distinct words of a search, split as both stores split the texts of sessions. */
export function searchWords(text: string): string[] {
  return [...new Set(tokenize(text, "tokens", "asciiCase"))].slice(0, MAX_WORDS);
}
