import { describe, expect, test } from "vitest";
import { CliError } from "../../errors.js";
import { readApiPath } from "./api-path.js";

describe("a path of the API", () => {
  test.each([
    ["/api/v1/mcps", "/api/v1/mcps"],
    ["api/v1/mcps", "/api/v1/mcps"],
    ["/api/v1/mcps/ada%2Ftickets", "/api/v1/mcps/ada%2Ftickets"],
    ["/api/v1/users/grüße", "/api/v1/users/grüße"],
    ["/api/v1/..hidden", "/api/v1/..hidden"],
    ["/api/v1/mcps/My%20Server", "/api/v1/mcps/My%20Server"],
    ["/api/v1/skills/C%23%20tips%3F", "/api/v1/skills/C%23%20tips%3F"],
  ])("%s is taken", (given, path) => {
    expect(readApiPath(given)).toEqual({ path, corrected: false });
  });

  test.each([
    ["C:/Program Files/Git/api/v1/mcps", "/api/v1/mcps"],
    ["c:\\msys64\\api\\v1\\review\\x", "/api/v1/review/x"],
  ])("%s is what a Windows shell makes of one", (given, path) => {
    expect(readApiPath(given)).toEqual({ path, corrected: true });
  });

  test.each([
    "https://evil.example/api/v1/mcps",
    "HTTP://localhost:8000/api/v1/mcps",
    "//evil.example/api/v1/mcps",
    "/api/v1//mcps",
    "/api/v1/../admin",
    "/api/v1/%2e%2e/admin",
    "/api/v1/%252e%252e/admin",
    "/api/v1/%25252e%25252e/admin",
    "/api/v1/./mcps",
    "/api/v1/mcps#top",
    "/api/v1/mcps?limit=5#top",
    "/api/v1/mcps?limit=5",
    "/api/v1/mcps?",
    "C:/Program Files/Git/api/v1/mcps?limit=5",
    "/api/v1/%2e%2e/x?limit=5",
    "https://evil.example/?/api/v1/mcps",
    "/api/v1\\mcps",
    "/api/v1/%5c..%5cx",
    "/api/v1/a b",
    "/api/v1/a%0d%0ax",
    "/api/v1/a%3F/%2e%2e/x",
    "/api/v1/a%20/%252e%252e/x",
    "/api/v1/%zz",
    "/api/v1/",
    "/api/v2/mcps",
    "/health",
    "",
    "C:/Program Files/Git/api/v1/../../x",
    "file:/api/v1/x",
  ])("%s is rejected", (given) => {
    expect(() => readApiPath(given)).toThrow(CliError);
    expect(() => readApiPath(given)).toThrow(expect.objectContaining({ category: "validation" }));
  });
});
