import { expect, test } from "vitest";
import { safeNext } from "./safe-next.js";

test.each([
  ["/device?code=BCDF-2345", "/device?code=BCDF-2345"],
  ["/registry/mcps/ada/tools", "/registry/mcps/ada/tools"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["/a\tb", "/"],
  ["/a\u007fb", "/"],
  ["/login?next=/login", "/"],
  [undefined, "/"],
  [7, "/"],
])("after a sign-in %j leads to %j", (next, expected) => {
  expect(safeNext(next)).toBe(expected);
});
