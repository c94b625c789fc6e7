import { expect, test } from "vitest";
import { defaultUsernames, isUsername } from "./usernames.js";

test.each([
  ["ada@example.com", "ada"],
  ["Ada.Lovelace@example.com", "ada.lovelace"],
  ["ada+test_1@example.com", "ada-test-1"],
  ["admin@localhost", "admin-beef"],
  ["al@example.com", "al-beef"],
  ["...@example.com", "user"],
  ["a..b..c@example.com", "a.b.c"],
  ["an.extremely.long.name.that.goes.on@example.com", "an.extremely.long.na"],
])("calls %s %s when nobody chose a name", (email, username) => {
  expect(defaultUsernames(email, "beef".repeat(16))[0]).toBe(username);
});

test("offers longer names for when the first one is taken, each of which is a username", () => {
  const names = defaultUsernames("an.extremely.long.name.that.goes.on@example.com", "0123456789abcdef");
  expect(names.slice(0, 3)).toEqual([
    "an.extremely.long.na",
    "an.extremely.long.na-0123",
    "an.extremely.long.na-01234",
  ]);
  expect(names.filter((name) => !isUsername(name))).toEqual([]);
});

test.each(["ab", "-ab", "ab-", "a..b", "Ada", "root", "a b", "x".repeat(33)])("refuses %j", (name) => {
  expect(isUsername(name)).toBe(false);
});
