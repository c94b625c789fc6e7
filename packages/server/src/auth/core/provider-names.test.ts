import { expect, test } from "vitest";
import { isProviderName } from "./provider-names.js";

test.each<[string, string, boolean]>([
  ["a UUID", "5e0c1d0e-6a3f-4d3c-9f63-0d5d6f1f8f5b", true],
  ["any script, and characters of two units", "Zoë 🐴", true],
  ["as long as a name may be", "x".repeat(500), true],
  ["longer", "x".repeat(501), false],
  ["U+0000", "a\u0000b", false],
  ["another control character", "a\nb", false],
  ["half of a surrogate pair", "a\ud83d", false],
])("keeps a provider's name as it is: %s", (_what, name, expected) => {
  expect(isProviderName(name)).toBe(expected);
});
