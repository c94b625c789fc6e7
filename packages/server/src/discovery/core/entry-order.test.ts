import { describe, expect, test } from "vitest";
import { byListPlace, bySearchPlace, listPlace, readListOrder, searchPlace } from "./entry-order.js";
import { testEntry } from "./test-entry.js";

describe("orders", () => {
  test.each([
    ["displayName", { field: "displayName", isDescending: false }],
    ["name desc", { field: "displayName", isDescending: true }],
    ["created_at ASC", { field: "createdAt", isDescending: false }],
    ["  updatedAt   DESC ", { field: "updatedAt", isDescending: true }],
    ["VERSION", { field: "version", isDescending: false }],
  ])("%s", (text, order) => {
    expect(readListOrder(text)).toEqual(order);
  });

  test.each(["", "colour", "name up", "name ASC DESC", "name,version", "toString"])("%j is none", (text) => {
    expect(readListOrder(text)).toBeUndefined();
  });

  test("a list is in the order of its field, either way; ties are in that of identifiers", () => {
    const entries = [
      testEntry({ id: "b", name: "beta", versionKey: "2" }),
      testEntry({ id: "a", name: "beta", versionKey: "1", kind: "skill" }),
      testEntry({ id: "c", name: "Alpha", versionKey: "3" }),
    ];
    const ordered = (text: string): string[] => {
      const order = readListOrder(text) ?? { field: "version", isDescending: false };
      const compare = byListPlace(order);
      return entries.toSorted((a, b) => compare(listPlace(a, order), listPlace(b, order))).map(({ id }) => id);
    };
    expect(ordered("name")).toEqual(["c", "b", "a"]);
    expect(ordered("name DESC")).toEqual(["b", "a", "c"]);
    expect(ordered("version")).toEqual(["a", "b", "c"]);
    expect(ordered("version DESC")).toEqual(["c", "b", "a"]);
    expect(ordered("createdAt DESC")).toEqual(["b", "c", "a"]);
  });

  test("results are in the order of score, approval, recommendation, name and identifier", () => {
    const ranked = [
      searchPlace(testEntry({ id: "1", lifecycle: "pending" }), 90),
      searchPlace(testEntry({ id: "2", isRecommended: true }), 80),
      searchPlace(testEntry({ id: "3", name: "A" }), 80),
      searchPlace(testEntry({ id: "4", name: "B" }), 80),
      searchPlace(testEntry({ id: "5", name: "B" }), 80),
      searchPlace(testEntry({ id: "6", lifecycle: "draft", name: "A" }), 80),
    ];
    expect(ranked.toReversed().toSorted(bySearchPlace)).toEqual(ranked);
  });
});
