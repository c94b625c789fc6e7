import { describe, expect, test } from "vitest";
import { hasWords, markWords, parseQuery, startsWith } from "./query.js";

describe("what is typed into the palette", () => {
  test.each([
    ["ware", { scope: "everything", words: "ware" }],
    ["# flaky test ", { scope: "sessions", words: "flaky test" }],
    ["@mara", { scope: "people", words: "mara" }],
    [">", { scope: "commands", words: "" }],
    ["", { scope: "everything", words: "" }],
  ])("%j asks for %o", (text, query) => {
    expect(parseQuery(text)).toEqual(query);
  });

  test("finds a command by any of its words, in any order", () => {
    expect(hasWords("Use the dark theme", "theme dark")).toBe(true);
    expect(hasWords("Use the dark theme", "theme blue")).toBe(false);
    expect(startsWith("Sessions", "sess")).toBe(true);
    expect(startsWith("Sessions", "")).toBe(false);
  });

  test("is marked in the text, also if it looks like a pattern", () => {
    expect(markWords("old-warehouse", "ware")).toEqual([
      { text: "old-", isMatch: false },
      { text: "ware", isMatch: true },
      { text: "house", isMatch: false },
    ]);
    expect(markWords("a(b) c.d", "(b .")).toEqual([
      { text: "a", isMatch: false },
      { text: "(b", isMatch: true },
      { text: ") c", isMatch: false },
      { text: ".", isMatch: true },
      { text: "d", isMatch: false },
    ]);
    expect(markWords("Registry", "")).toEqual([{ text: "Registry", isMatch: false }]);
  });
});
