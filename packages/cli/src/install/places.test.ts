import { describe, expect, test } from "vitest";
import { placeOf } from "./places.js";

const linux = { cwd: "/home/ada/shop", home: "/home/ada", platform: "linux" } as const;
const mac = { cwd: "/Users/ada/shop", home: "/Users/ada", platform: "darwin" } as const;
const windows = { cwd: String.raw`D:\work\shop`, home: String.raw`C:\Users\ada`, platform: "win32" } as const;

describe("a path of the registry", () => {
  test.each([
    [linux, ".mcp.json", "/home/ada/shop/.mcp.json"],
    [linux, "~/.codex/config.toml", "/home/ada/.codex/config.toml"],
    [linux, "~/.claude.json", "/home/ada/.claude.json"],
    [
      mac,
      "~/Library/Application Support/Code/User/mcp.json",
      "/Users/ada/Library/Application Support/Code/User/mcp.json",
    ],
    [windows, "~/AppData/Roaming/Code/User/mcp.json", String.raw`C:\Users\ada\AppData\Roaming\Code\User\mcp.json`],
    [windows, ".codex/config.toml", String.raw`D:\work\shop\.codex\config.toml`],
  ])("%o %s", (machine, path, expected) => {
    expect(placeOf(machine, path).path).toBe(expected);
  });

  test.each([
    "../x",
    "a/../../x",
    "~/../x",
    "/etc/passwd",
    "~root/x",
    "~",
    "",
    "a//b",
    "./a",
    "a/",
    String.raw`a\b`,
    "a\u0000b",
    "C:/Windows/x",
    ".git/hooks/pre-commit",
    "sub/.GIT/config",
    "sub/GIT~1/config",
    "sub/.g\u200dit/config",
    "a\u202eb",
  ])("%j is rejected", (path) => {
    expect(() => placeOf(linux, path)).toThrow(expect.objectContaining({ category: "validation" }));
  });

  test.each(["a/NUL", "con.txt", "a/b:stream", "a/b.", "a/b ", "what?"])(
    "%j is not a valid name on Windows",
    (path) => {
      expect(() => placeOf(windows, path)).toThrow("not a valid name on Windows");
      expect(placeOf(linux, path).path).toBe(`/home/ada/shop/${path}`);
    },
  );
});
