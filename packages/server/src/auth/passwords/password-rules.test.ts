import { expect, test } from "vitest";
import { generatePassword } from "./passwords.js";
import { passwordProblem } from "@tackroom/contract/password-rules";

test.each([
  ["Correct-Horse-7", undefined],
  ["Größe-ÄÖÜ-٣", undefined],
  ["Ab1!", "must have at least 8 characters"],
  ["abcdefg1!", "must have at least an uppercase letter"],
  ["Abcdefgh!", "must have at least a digit"],
  ["Abcdefgh1", "must have at least a special character"],
  ["", "must have at least 8 characters, an uppercase letter, a digit, a special character"],
  ["PassW0rd!", "is too common and easy to guess"],
])("of %j says %j", (password, problem) => {
  expect(passwordProblem(password)).toBe(problem);
});

test("finds nothing wrong with the passwords that we make up, all of 20 characters and all different", () => {
  const made = Array.from({ length: 200 }, generatePassword);
  expect(made.filter((password) => passwordProblem(password) !== undefined || password.length !== 20)).toEqual([]);
  expect(new Set(made).size).toBe(200);
});
