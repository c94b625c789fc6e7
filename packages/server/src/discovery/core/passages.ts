import type { Searchable } from "./searchable.js";

/** Vectors of short texts say more than those of long ones, and each costs time to make and memory to keep. */
const MAX_PASSAGES = 4;
const MAX_LENGTH = 280;
const MAX_QUERIES = 2;

/** In a short text a name weighs as much as what is said about it, so the description and the name are also read apart. */
const MAX_SHORT_LENGTH = 160;
/** Of the texts of a passage, in order. */
const WEIGHTS = [0.7, 0.2, 0.1];

/** What one vector stands for: one text, or several whose vectors are averaged. */
export interface Passage {
  readonly texts: readonly string[];
}

/** What the vectors of an item stand for: few and short. The first describes all of it. */
export function passagesOf({ name, description, queries, tools }: Searchable): Passage[] {
  const [title, about] = [spaced(name), shortened(description)];
  const others = queries.slice(0, MAX_QUERIES).map(shortened);
  const told = tools.map((tool) => shortened(`${spaced(tool.name)}: ${tool.description}`));
  others.push(...inGroups(told, MAX_PASSAGES - 1 - others.length));
  const first = { texts: whole(title, about) };
  const once = new Set(others.filter((text) => text !== "" && text !== first.texts[0]));
  return [first, ...Array.from(once, (text) => ({ texts: [text] }))].filter(({ texts }) => texts[0] !== "");
}

function whole(title: string, about: string): string[] {
  if (about === "" || title === "") return [title + about];
  const both = `${title}: ${about}`;
  return about.length > MAX_SHORT_LENGTH ? [both] : [both, about, title];
}

/** The vectors of passages, from those of all their texts in order. */
export function passageVectors(passages: readonly Passage[], vectors: readonly Float32Array[]): Float32Array[] {
  let at = 0;
  return passages.map(({ texts }) => average(vectors.slice(at, (at += texts.length))));
}

function average(vectors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = vectors;
  if (vectors.length === 1) return first;
  const sum = new Float32Array(first.length);
  vectors.forEach((vector, text) => {
    const weight = WEIGHTS[text] ?? 0;
    vector.forEach((number, at) => (sum[at] = (sum[at] ?? 0) + weight * number));
  });
  const length = Math.hypot(...sum) || 1;
  return sum.map((number) => number / length);
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
