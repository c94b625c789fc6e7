const SLUG = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const MAX_LENGTH = 64;

/** Words that stand after an item's type in paths, where a slug could stand too. */
const RESERVED = new Set([
  "archive",
  "draft",
  "install",
  "my",
  "resolve",
  "restore",
  "submit",
  "unarchive",
  "versions",
]);

/** The name of an item as its address has it. */
export function slugOf(name: string): string {
  const words = name.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, "-");
  const slug = trimmed(trimmed(words).slice(0, MAX_LENGTH));
  // A name without any Latin letter or digit still needs an address, and another one than its neighbour's.
  if (slug === "") return `item-${fingerprintOf(name)}`;
  return SLUG.test(slug) && !RESERVED.has(slug) ? slug : `item-${slug}`.slice(0, MAX_LENGTH);
}

/** By hand: a regular expression for both ends would look at a long run of hyphens again for each of them. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isEdge(text[start])) start += 1;
  while (end > start && isEdge(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

const isEdge = (character: string | undefined): boolean => character === "-" || character === "_";

/** FNV-1a over the code points, 64 bits: the same on every machine, and short. */
function fingerprintOf(name: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of name) {
    hash ^= BigInt(character.codePointAt(0) ?? 0);
    hash = BigInt.asUintN(64, hash * 0x100000001b3n);
  }
  return hash.toString(36);
}

/** Of the skill that a new server starts with: the only item that nobody has submitted. */
export const STARTER_SKILL_SLUG = "find-in-registry";
