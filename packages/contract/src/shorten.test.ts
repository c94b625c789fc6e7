import { expect, test } from "vitest";
import { shorten, startOf } from "./shorten.js";

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "ab…"],
  ["a😀b", 3, "a…"],
  ["a😀b", 4, "a😀b"],
  ["a😀bc", 4, "a😀…"],
])("%j in %i characters is %j", (text, length, shortened) => expect(shorten(text, length)).toBe(shortened));

test.each([
  ["a😀", 2, "a"],
  ["a😀", 3, "a😀"],
  ["a😀b", 3, "a😀"],
])("%j begins, in %i characters, with %j", (text, length, start) => expect(startOf(text, length)).toBe(start));
