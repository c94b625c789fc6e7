import { expect, test } from "vitest";
import { isSafePath, writeFile } from "./commit-stream.js";

test.each([
  ["skills/tidy/SKILL.md", true],
  ["skills/tidy/.github/notes.md", true],
  ["skills/tidy/with space and ünïcode.md", true],
  ["skills/.git/hooks/post-checkout", false],
  ["skills/.GIT/config", false],
  ["skills/.git./config", false],
  ["skills/.git /config", false],
  ["skills/.g\u200Cit/config", false],
  ["skills/GIT~1/config", false],
  ["skills/.git::$INDEX_ALLOCATION/config", false],
  ["skills/.gitmodules", false],
  ["skills\\x", false],
  ["skills//x", false],
  ["skills/../x", false],
])("git takes the path %j: %s", (path, safe) => expect(isSafePath(path)).toBe(safe));

test("a path is quoted, so that it cannot say anything else to git", () => {
  const bytes = writeFile('a"\nD plugins\\', { path: "", content: "x" });
  expect(String(bytes)).toBe('M 100644 inline "a\\"\\nD plugins\\\\"\ndata 1\nx\n');
});
