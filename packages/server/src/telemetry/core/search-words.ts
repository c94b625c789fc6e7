const MAX_WORDS = 8;

/** The words of a search, as the analytical store cuts texts into words: at everything in ASCII but letters and digits. */
export function searchWords(text: string): string[] {
  const words = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()).match(/[a-z0-9\u0080-\uffff]+/g) ?? [];
  return [...new Set(words)].slice(0, MAX_WORDS);
}
