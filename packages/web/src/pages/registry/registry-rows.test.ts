import { describe, expect, test } from "vitest";
import type { ItemSummary } from "../../api/kinds.js";
import { mergeRows } from "./registry-rows.js";
import { readRegistrySearch, writeRegistrySearch } from "./registry-search.js";

const item = (name: string, more: Partial<ItemSummary> = {}): ItemSummary =>
  ({
    name,
    qualified_name: `ada/${name}`,
    description: "",
    supported_harnesses: [],
    tags: [],
    status: "approved",
    updated_at: "2026-01-01",
    ...more,
  }) as ItemSummary;
const ANY = { q: "", harness: "", tag: "", status: "" };

describe("the registry's list", () => {
  test("has what changed last first, whatever its kind", () => {
    const rows = mergeRows(
      [
        { type: "mcps", items: [item("old"), item("new", { updated_at: "2026-03-01" })] },
        { type: "skills", items: [item("middle", { updated_at: "2026-02-01" })] },
      ],
      ANY,
    );
    expect(rows.map((row) => `${row.type}:${row.item.name}`)).toEqual(["mcps:new", "skills:middle", "mcps:old"]);
  });

  test("of one's own holds what has a word of the search", () => {
    const items = [item("x", { description: "does review" }), item("code-review"), item("deploy"), item("mail")];
    const rows = mergeRows([{ type: "skills", items }], { ...ANY, q: " Review MAIL" });
    expect(rows.map((row) => row.item.name)).toEqual(["x", "code-review", "mail"]);
  });

  test("holds for a harness what names it, and what names none", () => {
    const items = [
      item("all"),
      item("cursor", { supported_harnesses: ["cursor"] }),
      item("pi", { supported_harnesses: ["pi"] }),
    ];
    const rows = mergeRows([{ type: "mcps", items }], { ...ANY, harness: "cursor" });
    expect(rows.map((row) => row.item.name)).toEqual(["all", "cursor"]);
  });
});

test("a tag is found however it is spelled", () => {
  const items = [item("a", { tags: ["Mail", "ops"] }), item("b", { tags: ["mail"] }), item("c", { tags: ["git"] })];
  expect(mergeRows([{ type: "mcps", items }], { ...ANY, tag: "MAIL" }).map((row) => row.item.name)).toEqual(["a", "b"]);
});

describe("the address of the registry's list", () => {
  test("says what is chosen and nothing else", () => {
    const facets = { harness: "pi", risk: "low", namespace: "ada", category: "office", tag: "mail" };
    const chosen = { q: "git", type: "mcps", ...facets, sort: "rating", status: "pending", offset: "50" };
    expect(writeRegistrySearch(readRegistrySearch(chosen))).toEqual(chosen);
    expect(writeRegistrySearch(readRegistrySearch({}))).toEqual({});
  });

  test("can be typed wrongly without harm", () => {
    const typed = { q: "", type: "__proto__", status: "x", offset: "-5", harness: "7", risk: "huge", sort: "x" };
    expect(readRegistrySearch(typed)).toEqual({
      q: "",
      type: undefined,
      harness: "7",
      risk: "",
      namespace: "",
      category: "",
      tag: "",
      sort: undefined,
      status: "approved",
      offset: 0,
    });
  });
});
