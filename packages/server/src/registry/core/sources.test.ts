import { expect, test } from "vitest";
import { isInside } from "./sources.js";

test.each(["SKILL.md", "scripts/run.py", "a/..b/c...d", "größe.txt", ".env.example"])("%s is inside", (path) => {
  expect(isInside(path)).toBe(true);
});

test.each(["", "/etc/x", "../x", "a/../x", "a/..", "./x", "a//x", "a/", "C:\\x", "c:x", "a\\..\\x", "a\nb", "a\0"])(
  "%j leads elsewhere, or may on some file system",
  (path) => {
    expect(isInside(path)).toBe(false);
  },
);
