import { FACET_GROUPS } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import { countFacets, passesChosen, type Chosen, type Countable } from "./registry-facets.js";

const ITEMS: readonly Countable[] = [
  { kind: "mcp", namespace: "ada", facets: ["harness:codex", "tag:mail", "risk:none", "category:office"] },
  { kind: "mcp", namespace: "bob", facets: ["harness:*", "tag:mail", "tag:on:call", "risk:high", "category:"] },
  { kind: "skill", namespace: "ada", facets: ["harness:*", "risk:none"] },
  { kind: "agent", namespace: "bob", facets: ["harness:codex", "harness:goose", "tag:mail", "risk:low"] },
];

describe("facets of the registry", () => {
  const CHOICES: Chosen[] = [
    {},
    { type: "mcp" },
    { harness: "codex" },
    { tag: "mail", namespace: "bob" },
    { risk: "none", type: "skill", harness: "goose" },
    { tag: "missing" },
  ];

  test.each(CHOICES)("choosing a value of %j gives as many as its count says", (chosen) => {
    const { total, facets } = countFacets(ITEMS, chosen);
    expect(total).toBe(ITEMS.filter((item) => passesChosen(item, chosen)).length);
    for (const group of FACET_GROUPS) {
      for (const { value, count } of facets[group]) {
        const found = ITEMS.filter((item) => passesChosen(item, { ...chosen, [group]: value }));
        expect(found.length, `${group} ${value}`).toBe(count);
      }
    }
  });

  test("an item without harnesses counts for each harness that others name", () => {
    expect(countFacets(ITEMS, {}).facets.harness).toEqual([
      { value: "codex", count: 4 },
      { value: "goose", count: 3 },
    ]);
  });

  test("a value may contain a colon, and an empty one is none", () => {
    const { tag, category } = countFacets(ITEMS, {}).facets;
    expect(tag).toContainEqual({ value: "on:call", count: 1 });
    expect(category).toEqual([{ value: "office", count: 1 }]);
  });

  test("all kinds are there, and the most frequent of many values with the chosen one", () => {
    const many = Array.from({ length: 30 }, (_, place): Countable => ({
      kind: "hook",
      namespace: `n${String(place).padStart(2, "0")}`,
      facets: [],
    }));
    const { type, namespace } = countFacets(many, { namespace: "n29" }).facets;
    expect(type).toHaveLength(6);
    expect(namespace).toHaveLength(21);
    expect(namespace.at(-1)).toEqual({ value: "n29", count: 1 });
  });
});
