import { expect, test } from "vitest";
import { defaultUsername, isUsername } from "./usernames.js";

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
  expect(defaultUsername(email, "beef".repeat(16))).toBe(username);
  expect(isUsername(username)).toBe(true);
});

test.each(["ab", "-ab", "ab-", "a..b", "Ada", "root", "a b", "x".repeat(33)])("refuses %j", (name) => {
  expect(isUsername(name)).toBe(false);
});
