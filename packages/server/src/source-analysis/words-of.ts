/** A set of words that are written with spaces between them. */
export const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u).filter((word) => word !== ""));
