import { describe, expect, test } from "vitest";
import { clip } from "./clip.js";
import { mayComeFrom } from "./origins.js";

describe("mayComeFrom", () => {
  test.each([
    [undefined, "https://tack.example.com", true],
    ["https://tack.example.com", "https://tack.example.com/", true],
    ["https://tack.example.com:8443", "https://tack.example.com", false],
    ["http://tack.example.com", "https://tack.example.com", false],
    ["null", "https://tack.example.com", false],
    ["", "https://tack.example.com", false],
    ["http://localhost:6274", "http://127.0.0.1:8000", true],
    ["http://localhost:6274", "https://tack.example.com", false],
    ["http://localhost.evil.example", "http://localhost:8000", false],
  ])("%s to %s: %s", (origin, own, expected) => {
    expect(mayComeFrom(origin, ["", own])).toBe(expected);
  });
});

test("clip says how much is missing and splits no character", () => {
  expect(clip("abc", 3)).toBe("abc");
  expect(clip("abcd", 3)).toBe("abc… [1 more characters]");
  expect(clip("ab😀d", 3)).toBe("ab… [3 more characters]");
});
