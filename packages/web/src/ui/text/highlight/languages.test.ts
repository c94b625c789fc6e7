import { expect, test } from "vitest";
import { languageOf } from "./languages.js";

test.each([
  ["ts", "typescript"],
  ["TS", "typescript"],
  ["python title=x", "python"],
  ["scripts/run.sh", "bash"],
  [".claude/settings.json", "json"],
  ["a/Dockerfile", "dockerfile"],
  [".env", "ini"],
  ["LICENSE", undefined],
  ["the command", undefined],
  ["", undefined],
  ["archive.tar.gz", undefined],
])("%s is %s", (name, language) => {
  expect(languageOf(name)).toBe(language);
});
