import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { detectOn, programPaths } from "./detect.js";
import type { Disk } from "./disk.js";
import { findFiles, splitPattern } from "./find-files.js";
import { temporaryMachine } from "./testing/temporary-machine.js";

test("patterns are split for Windows as for others", () => {
  const windows = { home: "C:\\Users\\ada", cwd: "D:\\app\\" };
  expect(splitPattern(windows, "~/.claude/agents/**/*.md")).toEqual({
    root: "C:/Users/ada",
    rest: [".claude", "agents", "**", "*.md"],
  });
  expect(splitPattern(windows, ".mcp.json")).toEqual({ root: "D:/app", rest: [".mcp.json"] });
  expect(splitPattern(windows, "E:/cfg/agents/*.md")).toEqual({ root: "E:/cfg/agents", rest: ["*.md"] });
  expect(splitPattern({ home: "/", cwd: "/" }, "/cfg/config.toml")).toEqual({ root: "/cfg", rest: ["config.toml"] });
});

test("a tree without end is left at some depth", async () => {
  const endless: Disk = {
    list: async () => [
      { name: "deeper", isFolder: true },
      { name: "a.md", isFolder: false },
    ],
    resolve: async (path) => path,
    read: async () => ({ kind: "absent" }),
  };
  const found = await findFiles(endless, { home: "/home/ada", cwd: "/w" }, "agents/**/*.md");
  expect(found.map(({ path }) => path.split("/deeper").length - 1)).toEqual([0, 1, 2, 3, 4, 5]);
});

test("a pattern means names as a shell does", async () => {
  using machine = temporaryMachine();
  machine.write({ "a/x.md": "", "a/.hidden.md": "", "a/x.mdx": "", "a/xmd": "", "a/b+c.md": "" });
  const found = await findFiles((await import("./disk.js")).disk, machine.cli, "a/*.md");
  expect(found.map(({ path }) => path.split("/").at(-1))).toEqual(["b+c.md", "x.md"]);
});

test("programs are looked for as the shell of the platform does", () => {
  expect(programPaths({ platform: "linux", env: { PATH: "/usr/bin:/opt/bin/" } }, "claude")).toEqual([
    "/usr/bin/claude",
    "/opt/bin/claude",
  ]);
  const windows = { Path: "C:\\Tools\\;D:\\npm", PATHEXT: ".EXE;.CMD" };
  expect(programPaths({ platform: "win32", env: windows }, "claude")).toEqual([
    "C:\\Tools\\claude.exe",
    "C:\\Tools\\claude.cmd",
    "D:\\npm\\claude.exe",
    "D:\\npm\\claude.cmd",
  ]);
});

test("a harness is here when its program can be started, not when a file only has its name", async () => {
  using machine = temporaryMachine();
  machine.write({ "bin/claude": "#!/bin/sh\n", "bin/codex": "notes\n" });
  chmodSync(machine.at("bin/claude"), 0o755);
  chmodSync(machine.at("bin/codex"), 0o644);
  const detected = await detectOn({ ...machine.cli, env: { PATH: machine.at("bin") } });
  expect(detected).toEqual([{ id: "claude-code", by: "claude" }]);
});

test("an extension of VS Code is known by the beginning of its folder's name", async () => {
  using machine = temporaryMachine();
  machine.write({ "~/.vscode/extensions/github.copilot-chat-0.30.1/package.json": "{}" });
  expect(await detectOn(machine.cli)).toMatchObject([{ id: "copilot" }]);
});
