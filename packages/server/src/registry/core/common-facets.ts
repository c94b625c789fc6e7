/** Searchers do not know how the publisher spelled it. */
export const tagFacet = (tag: string): string => `tag:${tag.trim().toLowerCase()}`;

/** An item that names no harness works in any. */
const ANY_HARNESS = "harness:*";

export const harnessFacets = (supported: readonly string[]): string[] =>
  supported.length === 0 ? [ANY_HARNESS] : supported.map((harness) => `harness:${harness}`);

/** One of these is in what works in the harness, and never both. */
export const worksInFacets = (harness: string): string[] => [`harness:${harness}`, ANY_HARNESS];
