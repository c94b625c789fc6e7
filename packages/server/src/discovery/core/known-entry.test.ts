import { expect, test } from "vitest";
import { sortNameOf } from "./known-entry.js";

test("a name that is too long for a page token is cut between characters", () => {
  expect(sortNameOf("Résumé Writer")).toBe("résumé writer");
  const long = "é".repeat(200);
  expect(sortNameOf(long)).toBe("é".repeat(120));
  expect(sortNameOf(`a${long}`)).toBe(`a${"é".repeat(119)}`);
  expect(sortNameOf("😀".repeat(100))).toBe("😀".repeat(60));
});
