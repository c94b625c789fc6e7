import fc from "fast-check";
import { expect, test } from "vitest";
import { slugOf } from "./slug.js";

test.each([
  ["GitHub Tools", "github-tools"],
  ["  my__tool!! ", "my__tool"],
  ["@scope/name", "scope-name"],
  ["a.b.c", "a-b-c"],
  ["--x--", "x"],
  ["_private_", "private"],
  ["a - b", "a---b"],
  ["日本語 tools", "tools"],
  ["my", "item-my"],
  ["Versions", "item-versions"],
  ["my tool", "my-tool"],
  ["a".repeat(80), "a".repeat(64)],
  [`${"a".repeat(63)} b`, "a".repeat(63)],
])("%j becomes %j", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("names without Latin letters get slugs of their own", () => {
  const names = ["日本語", "中文", "Ελληνικά", "!!!", "???", "🙂", `${"語".repeat(100)}一`, `${"語".repeat(100)}二`];
  const slugs = names.map(slugOf);
  expect(new Set(slugs).size).toBe(names.length);
  for (const slug of slugs) expect(slug).toMatch(/^item-[a-z0-9]{1,59}$/);
  expect(slugOf("日本語")).toBe(slugs[0]);
});

test("every name gives a valid slug", () => {
  const names = fc.oneof(fc.string({ unit: "binary", minLength: 1, maxLength: 200 }), fc.string({ maxLength: 200 }));
  fc.assert(fc.property(names, (name) => /^[a-z0-9][a-z0-9_-]{0,63}$/.test(slugOf(name))));
});
