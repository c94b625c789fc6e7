import { expect, test } from "vitest";
import { passagesOf, passageVectors } from "./passages.js";
import type { Searchable } from "./searchable.js";

const item = (name: string, description: string, more: Partial<Searchable> = {}): Searchable => ({
  id: name,
  name,
  otherNames: [],
  description,
  queries: [],
  tools: [],
  tags: [],
  ...more,
});
const textsOf = (searchable: Searchable): string[][] => passagesOf(searchable).map(({ texts }) => [...texts]);

test("passages are few, short and never empty", () => {
  const tools = Array.from({ length: 60 }, (_, at) => ({ name: `do_thing_${at}`, description: "x ".repeat(500) }));
  const passages = textsOf(item("big", "word ".repeat(2000), { tools, queries: ["a", "b", "c", ""] }));
  expect(passages.length).toBeLessThanOrEqual(4);
  for (const text of passages.flat()) expect(text.length).toBeLessThan(900);
  expect(textsOf(item("bare", ""))).toEqual([["bare"]]);
  expect(textsOf(item("", ""))).toEqual([]);
});

test("a short description and the name are also read apart, a long description is not", () => {
  expect(textsOf(item("air-quality", "Two days ahead."))).toEqual([
    ["air quality: Two days ahead.", "Two days ahead.", "air quality"],
  ]);
  const long = "Forecasts of the air for every town. ".repeat(6).trim();
  expect(textsOf(item("air", long))).toEqual([[`air: ${long}`]]);
});

test("a text is read once", () => {
  expect(textsOf(item("echo", "", { queries: ["echo", "say it", "say it"] }))).toEqual([["echo"], ["say it"]]);
});

test("the vector of a passage is the average direction of its texts, in which the first counts most", () => {
  const passages = [{ texts: ["a"] }, { texts: ["b", "c", "d"] }];
  const [east, north, up] = [Float32Array.of(1, 0, 0), Float32Array.of(0, 1, 0), Float32Array.of(0, 0, 1)];
  const [alone, mixed] = passageVectors(passages, [north, east, north, up]);
  expect(alone).toEqual(north);
  expect(Math.hypot(...(mixed ?? []))).toBeCloseTo(1, 5);
  const [x = 0, y = 0, z = 0] = mixed ?? [];
  expect(x).toBeGreaterThan(y);
  expect(y).toBeGreaterThan(z);
  expect(z).toBeGreaterThan(0);
});
