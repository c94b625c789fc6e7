import { expect, test } from "vitest";
import { errorKey, NO_MESSAGE } from "./error-key.js";

test.each([
  ["no such file", "no such file"],
  ["\n\n  Tests failed \n more", "Tests failed"],
  ["Exit code 1\nnpm ERR! missing script: lint", "Exit code 1: npm ERR! missing script: lint"],
  ["Exit code 127", "Exit code 127"],
  [
    "Command: /bin/zsh -lc 'go test'\nChunk ID: 2e85e3\nWall time: 0.2 seconds\nProcess exited with code 1\nOutput:\n--- FAIL: TestX",
    "Process exited with code 1: --- FAIL: TestX",
  ],
  ["Chunk ID: a1\nProcess exited with code 127\nOriginal token count: 0\nOutput:\n", "Process exited with code 127"],
  ["Exit code: 2\nWall time: 1 seconds\nOutput:\nno such file", "Exit code: 2: no such file"],
  ["Command: missing\nOutput:\nnone", "Command: missing"],
  ["Error:\nconnection refused", "Error: connection refused"],
  ["<tool_use_error>String to replace not found in file.</tool_use_error>", "String to replace not found in file."],
  ["\u001B[31mred\u001B[0m", "red"],
  ["a\u0000b", "a b"],
  ["statement timeout after 30 s", "statement timeout after # s"],
  ["took 1,234.5 ms, 17 of 20", "took # ms, # of #"],
  ["403 from the proxy", "403 from the proxy"],
  ["failed with status 404 after 3 attempts", "failed with status 404 after # attempts"],
  ["ENOENT: open '/home/ann/app/package.json'", "ENOENT: open '<path>'"],
  ["src/app/main.ts:12:5 is not a module", "<path> is not a module"],
  ["cannot open lib/a.b/main.ts.", "cannot open <path>."],
  ["cannot read C:\\Users\\Ann\\x.txt", "cannot read <path>"],
  ["no row 3f2b8a9c-1111-4222-8333-444455556666", "no row <id>"],
  ["commit 8f7c32a9 not found", "commit <id> not found"],
  ["GET https://example.org/a?b=1 failed", "GET <url> failed"],
  ["at 2026-03-02T09:00:00.123Z it broke", "at <time> it broke"],
  ["either/or", "either/or"],
  ["", NO_MESSAGE],
  [null, NO_MESSAGE],
])("%j is the error %j", (text, key) => {
  expect(errorKey(text)).toBe(key);
});

test("a long text is cut, and no text takes long", () => {
  expect(errorKey("words ".repeat(100))).toHaveLength(160);
  for (const part of ["/", "a/", "1.", "0", "a1", "://", "<a"]) errorKey(part.repeat(100_000));
});
