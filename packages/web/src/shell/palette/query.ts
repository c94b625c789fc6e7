export type Scope = "everything" | "sessions" | "people" | "commands";

/** The scopes of the search, by the character that a query can begin with. */
export const PREFIXES = { "#": "sessions", "@": "people", ">": "commands" } as const;

export interface Query {
  readonly scope: Scope;
  readonly words: string;
}

export function parseQuery(text: string): Query {
  const scope = (PREFIXES as Readonly<Partial<Record<string, Scope>>>)[text[0] ?? ""];
  return { scope: scope ?? "everything", words: (scope ? text.slice(1) : text).trim() };
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether every word that was typed occurs. */
export function hasWords(text: string, words: string): boolean {
  const lower = text.toLowerCase();
  return wordsOf(words).every((word) => lower.includes(word));
}

export const startsWith = (text: string, words: string): boolean =>
  words !== "" && text.toLowerCase().startsWith(words.toLowerCase());

export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits a text where words that were typed begin and end. */
export function markWords(text: string, words: string): TextPart[] {
  const wanted = wordsOf(words).toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0) return [{ text, isMatch: false }];
  const pattern = new RegExp(`(${wanted.map((word) => word.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")).join("|")})`, "gi");
  return text
    .split(pattern)
    .map((part, place) => ({ text: part, isMatch: place % 2 === 1 }))
    .filter((part) => part.text !== "");
}
