import { slugOf } from "@tackroom/contract/slug";
import type { FoundItem } from "./found-item.js";

/** What was imported from the source before. */
export interface KnownItem {
  readonly type: string;
  readonly path: string;
  readonly name: string;
}

export interface NamedItems {
  readonly items: readonly FoundItem[];
  /** Those that are there twice with the same content, each with the path of the one that is kept. */
  readonly repeated: readonly { readonly item: FoundItem; readonly sameAs: string }[];
}

/**
 * Gives every item of a kind a name of its own. What was imported before keeps its name, so that a new file never takes the
 * name of an old one; then the shorter path comes first, and an item whose name is taken is named after its folders as well.
 */
export function withOwnNames(found: readonly FoundItem[], known: readonly KnownItem[] = []): NamedItems {
  const former = new Map(known.map(({ type, path, name }) => [keyOf(type, path), name]));
  const present = new Set(found.map(({ type, path }) => keyOf(type, path)));
  const taken = new Map<string, FoundItem>();
  const items: FoundItem[] = [];
  const repeated: { item: FoundItem; sameAs: string }[] = [];
  for (const { type, path, name } of known) {
    // A name whose file is gone is free for the file that it was moved to.
    const holder = found.find((item) => item.type === type && item.path === path);
    if (holder && present.has(keyOf(type, path))) taken.set(keyOf(type, slugOf(name)), holder);
  }
  for (const item of found.toSorted(byPath)) {
    const before = former.get(keyOf(item.type, item.path));
    const name = before ?? freeName(item, taken);
    const holder = taken.get(keyOf(item.type, slugOf(item.name)));
    if (before === undefined && holder && holder !== item && isSame(holder, item)) {
      repeated.push({ item, sameAs: holder.path });
      continue;
    }
    taken.set(keyOf(item.type, slugOf(name)), item);
    items.push(name === item.name ? item : renamed(item, name));
  }
  return { items, repeated };
}

const keyOf = (type: string, of: string): string => `${type}\n${of}`;

function byPath(a: FoundItem, b: FoundItem): number {
  const depth = a.path.split("/").length - b.path.split("/").length;
  if (depth !== 0) return depth;
  return a.path < b.path ? -1 : Number(a.path > b.path);
}

const isSame = (a: FoundItem, b: FoundItem): boolean =>
  a.payload !== undefined && JSON.stringify(a.payload) === JSON.stringify(b.payload);

/** Folders that say what kind of thing is in them, not which one. */
export const SAYS_NOTHING =
  /^(?:\.?claude|\.?github|skills?|(?:sub)?agents?|commands?|prompts?|hooks?|mcps?|plugins?|src|components|categories|\..*)$/i;

function freeName(item: FoundItem, taken: ReadonlyMap<string, FoundItem>): string {
  const isFree = (name: string): boolean => !taken.has(keyOf(item.type, slugOf(name)));
  if (isFree(item.name)) return item.name;
  const folders = item.path.split("/").slice(0, item.type === "skill" ? -2 : -1);
  const telling = folders.filter((folder) => !SAYS_NOTHING.test(folder)).toReversed();
  const longer = telling.map((_, at) => joined(item, telling.slice(0, at + 1).toReversed()));
  const numbered = Array.from({ length: taken.size + 2 }, (_, at) => joined(item, [], at + 2));
  return [...longer, ...numbered].find(isFree) ?? item.name;
}

const MAX_NAME_LENGTH = 64;

function joined({ name }: FoundItem, folders: readonly string[], number?: number): string {
  const whole = [...folders.map(slugOf), slugOf(name), ...(number === undefined ? [] : [String(number)])].join("-");
  return whole.length <= MAX_NAME_LENGTH ? whole : whole.slice(-MAX_NAME_LENGTH).replace(/^-+/, "");
}

function renamed(item: FoundItem, name: string): FoundItem {
  const note = `Named ${name}, because the source has another ${item.type} called ${item.name}.`;
  const payload = item.payload && { payload: { ...item.payload, name } };
  return { ...item, ...payload, name, notes: [...item.notes, note] };
}
