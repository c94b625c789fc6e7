import type { Searchable } from "./searchable.js";

/** Vectors of short texts say more than those of long ones, and each costs time to make and memory to keep. */
const MAX_PASSAGES = 4;
const MAX_LENGTH = 280;
const MAX_QUERIES = 2;

/** The texts whose vectors stand for an item: few and short. */
export function passagesOf({ name, description, queries, tools }: Searchable): string[] {
  const title = spaced(name);
  const about = shortened(description);
  const passages = [about === "" ? title : `${title}: ${about}`, ...queries.slice(0, MAX_QUERIES).map(shortened)];
  const told = tools.map((tool) => shortened(`${spaced(tool.name)}: ${tool.description}`));
  passages.push(...inGroups(told, MAX_PASSAGES - passages.length));
  return [...new Set(passages)].filter((passage) => passage !== "");
}

/** In order, into groups of about the same length, of which each keeps what fits a passage. */
function inGroups(texts: readonly string[], most: number): string[] {
  const size = Math.ceil(texts.length / Math.max(most, 1));
  const groups: string[] = [];
  for (let first = 0; first < texts.length; first += size) {
    const room = Math.floor(MAX_LENGTH / Math.min(size, texts.length - first));
    groups.push(
      texts
        .slice(first, first + size)
        .map((text) => text.slice(0, Math.max(room, 40)))
        .join(" ")
        .slice(0, MAX_LENGTH * 2),
    );
  }
  return groups;
}

/** Names of programs as people would say them. */
const spaced = (name: string): string =>
  name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[_\-./]+/g, " ")
    .trim();

/** The first sentences that fit. */
function shortened(text: string): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  if (plain.length <= MAX_LENGTH) return plain;
  const cut = plain.slice(0, MAX_LENGTH);
  const end = cut.lastIndexOf(". ");
  return end > MAX_LENGTH / 3 ? cut.slice(0, end + 1) : cut.slice(0, cut.lastIndexOf(" ") + 1 || MAX_LENGTH).trim();
}
