import { expect, test } from "vitest";
import { HARD_QUESTIONS, ITEMS, type Labelled, QUESTIONS } from "./labelled.js";
import { stemsOf, textOf } from "./plain-bm25.js";

const WORDS_OF_ITEM = new Map(ITEMS.map((item) => [item.id, stemsOf(textOf(item))]));

const pairsOf = (stems: readonly string[]): string[] => stems.slice(1).map((stem, at) => `${stems[at]} ${stem}`);

/** What the question has of the item that it asks for: of all its texts, or of those given. */
function sharedBy({ text, id }: Labelled, among: (stems: string[]) => string[], itemStems = WORDS_OF_ITEM.get(id)) {
  const known = new Set(among(itemStems ?? []));
  return among(stemsOf(text)).filter((part) => known.has(part));
}

const each = (stems: string[]): string[] => stems;

test("there are at least 160 items of all six kinds", () => {
  expect(ITEMS.length).toBeGreaterThanOrEqual(160);
  expect(new Set(ITEMS.map(({ id }) => id)).size).toBe(ITEMS.length);
  expect(new Set(ITEMS.map(({ kind }) => kind))).toEqual(
    new Set(["mcp", "skill", "agent", "prompt", "hook", "sandbox"]),
  );
});

test.each([
  ["main", QUESTIONS],
  ["hard", HARD_QUESTIONS],
])("the %s set asks two questions for each item, and none twice", (_, questions) => {
  expect(questions.map(({ id }) => id)).toEqual(ITEMS.flatMap(({ id }) => [id, id]));
  const texts = [...QUESTIONS, ...HARD_QUESTIONS].map(({ text }) => stemsOf(text).join(" "));
  expect(texts).not.toContain("");
  expect(new Set(texts).size).toBe(texts.length);
});

test("no question of the hard set has a content word of the item that it asks for", () => {
  const shared = HARD_QUESTIONS.flatMap((question) =>
    sharedBy(question, each).map((stem) => `${question.id}: "${question.text}" has ${stem}`),
  );
  expect(shared).toEqual([]);
});

test("no question of the main set has a word of the name of the item that it asks for", () => {
  const named = QUESTIONS.flatMap((question) =>
    sharedBy(question, each, stemsOf(question.id)).map((stem) => `${question.id}: "${question.text}" has ${stem}`),
  );
  expect(named).toEqual([]);
});

test("no question of the main set has two neighbouring content words of its item", () => {
  const copied = QUESTIONS.flatMap((question) =>
    sharedBy(question, pairsOf).map((pair) => `${question.id}: "${question.text}" has ${pair}`),
  );
  expect(copied).toEqual([]);
});

test("at most a third of the content words of a question of the main set are its item's", () => {
  const borrowed = QUESTIONS.flatMap((question) => {
    const shared = sharedBy(question, each);
    return shared.length * 3 > stemsOf(question.text).length
      ? [`${question.id}: "${question.text}" has ${shared.join(", ")}`]
      : [];
  });
  expect(borrowed).toEqual([]);
});
