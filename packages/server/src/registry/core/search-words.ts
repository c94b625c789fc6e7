/** What a hit is worth: whole phrase or single word, in the name or in another field. */
export const RANK = { phraseInName: 100, phraseInField: 40, wordInName: 12, wordInField: 4 } as const;

/** Words that mean something although they are short. */
export const SHORT_WORDS = ["ai", "go", "js", "ts", "ui", "ux"];
const STOP_WORDS = new Set(
  "and are can for from get how need that the this use using what when where which with you your".split(" "),
);

/** What is searched for, as words that tell items apart; each once, in the order typed. */
export function searchWords(text: string): string[] {
  const found = text.toLowerCase().match(/[a-z0-9][a-z0-9_-]*/g) ?? [];
  return [...new Set(found.map(trimmedEnd).map(singular))].filter(tellsApart);
}

/** A match begins with a letter or digit, so only its end can need it. */
function trimmedEnd(word: string): string {
  let end = word.length;
  while (word[end - 1] === "-" || word[end - 1] === "_") end -= 1;
  return word.slice(0, end);
}

const singular = (word: string): string => (word.length > 4 && word.endsWith("s") ? word.slice(0, -1) : word);

function tellsApart(word: string): boolean {
  return (word.length >= 3 || SHORT_WORDS.includes(word)) && !STOP_WORDS.has(word);
}
