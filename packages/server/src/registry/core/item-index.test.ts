import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ItemIndex, type IndexedItem, type Search } from "./item-index.js";
import { searchWords } from "./search-words.js";

function item(id: string, name: string, text: string, more: Partial<IndexedItem> = {}): IndexedItem {
  return {
    id,
    kind: "mcp",
    audience: "all",
    visibility: "public",
    namespace: "acme",
    teamId: null,
    facets: [],
    harnesses: [],
    name: name.toLowerCase(),
    text: `${name}\n${text}`.toLowerCase(),
    updatedAt: 0,
    ...more,
  };
}

const searchFor = (text: string): Search => ({ phrase: text.toLowerCase(), words: searchWords(text) });
const ALL = { limit: 1000, offset: 0 };
const everything = (): boolean => true;

/** The contract's rules, word for word, on every item. */
function byReading(items: readonly IndexedItem[], { phrase, words }: Search): string[] {
  const scored = items.flatMap(({ id, name, text, updatedAt }) => {
    const field = text.slice(name.length + 1);
    if (!words.some((word) => name.includes(word) || field.includes(word))) return [];
    let score = (name.includes(phrase) ? 100 : 0) + (field.includes(phrase) ? 40 : 0);
    for (const word of words) score += (name.includes(word) ? 12 : 0) + (field.includes(word) ? 4 : 0);
    return [{ id, score, updatedAt }];
  });
  return scored
    .toSorted((a, b) => b.score - a.score || b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
}

const word = fc.constantFrom(
  "git",
  "hub",
  "github",
  "tools",
  "ui",
  "go",
  "the",
  "mcp-server",
  "x_y",
  "é",
  "a1",
  "tool",
);
const text = fc
  .array(word, { maxLength: 5 })
  .chain((words) => fc.constantFrom(" ", "-", "", ", ").map((between) => words.join(between)));
const change = fc.record({
  id: fc.integer({ min: 0, max: 12 }).map(String),
  name: text,
  text,
  updatedAt: fc.integer({ min: 0, max: 3 }),
  isRemoved: fc.boolean(),
});

describe("the index of items", () => {
  test("finds what reading every item finds, after any changes", () => {
    const changes = fc.array(change, { maxLength: 40 });
    fc.assert(
      fc.property(changes, fc.array(text, { minLength: 1, maxLength: 4 }), (history, searches) => {
        const index = new ItemIndex();
        const items = new Map<string, IndexedItem>();
        for (const { id, name, text: described, updatedAt, isRemoved } of history) {
          const changed = item(id, name, described, { updatedAt });
          if (isRemoved) items.delete(id);
          else items.set(id, changed);
          if (isRemoved) index.remove(id);
          else index.put(changed);
          // Every search must see the changes before it, and leave nothing for the next.
          for (const asked of searches.map(searchFor)) {
            const expected = byReading([...items.values()], asked);
            expect(index.find(asked, ALL, everything)).toEqual({ ids: expected, total: expected.length });
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test("counts and pages only what passes", () => {
    const index = new ItemIndex();
    for (let n = 0; n < 500; n += 1) index.put(item(`id-${n}`, `copy ${n}`, "same words", { updatedAt: n }));
    const isEven = ({ updatedAt }: IndexedItem): boolean => updatedAt % 2 === 0;
    const page = (limit: number, offset: number): unknown => index.find(searchFor("same"), { limit, offset }, isEven);
    expect(page(3, 0)).toEqual({ ids: ["id-498", "id-496", "id-494"], total: 250 });
    expect(page(3, 248)).toEqual({ ids: ["id-2", "id-0"], total: 250 });
    expect(page(3, 900)).toEqual({ ids: [], total: 250 });
  });

  test("is written anew when most of it is gone, and finds the rest", () => {
    const index = new ItemIndex();
    for (let n = 0; n < 3000; n += 1) index.put(item(`id-${n}`, `copy-${n}`, "words"));
    for (let n = 0; n < 2999; n += 1) index.remove(`id-${n}`);
    expect(index.find(searchFor("words"), ALL, everything)).toEqual({ ids: ["id-2999"], total: 1 });
    expect(index.find(searchFor("copy-29"), ALL, everything)).toEqual({ ids: ["id-2999"], total: 1 });
    expect(index.find(searchFor("copy-17"), ALL, everything)).toEqual({ ids: [], total: 0 });
  });
});
