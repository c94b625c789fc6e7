import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  existsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HARNESS_IDS } from "@tackroom/harness";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inspectHooks, installHooks, uninstallHooks } from "./harness-hooks.js";

let home: string;
const ground = (
  env: Record<string, string> = {},
): { env: Record<string, string>; home: string; platform: "linux" } => ({
  env,
  home,
  platform: "linux",
});

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tack-hooks-"));
});
afterEach(() => rmSync(home, { recursive: true }));

function write(path: string, text: string): string {
  const place = join(home, path);
  mkdirSync(join(place, ".."), { recursive: true });
  writeFileSync(place, text);
  return place;
}

const SETTINGS = `{
    // mine, do not touch
    "model": "opus", /* really */
    "hooks": {
        "Stop": [
            { "matcher": "*", "hooks": [{ "type": "command", "command": "say done" }] }
        ]
    },
    "permissions": { "allow": ["Bash(ls:*)"], },
}
`;

test("adds hooks without losing a comment, a key or a hook, and takes exactly them out again", () => {
  const path = write(".claude/settings.json", SETTINGS);
  expect(inspectHooks(ground(), "claude-code").presence).toBe("missing");
  installHooks(ground(), "claude-code");
  const merged = readFileSync(path, "utf8");
  for (const kept of ["// mine, do not touch", "/* really */", "say done", '["Bash(ls:*)"],'])
    expect(merged).toContain(kept);
  expect(merged.match(/\.tackroom\/hook claude-code/g)).toHaveLength(2);
  expect(merged).toContain('"async": true');
  expect(inspectHooks(ground(), "claude-code").presence).toBe("present");
  expect(uninstallHooks(ground(), "claude-code")).toBe(true);
  expect(readFileSync(path, "utf8")).toBe(SETTINGS);
  expect(uninstallHooks(ground(), "claude-code")).toBe(false);
});

test("installing twice changes nothing the second time", () => {
  const path = write(".claude/settings.json", SETTINGS);
  installHooks(ground(), "claude-code");
  const once = readFileSync(path, "utf8");
  installHooks(ground(), "claude-code");
  expect(readFileSync(path, "utf8")).toBe(once);
});

test("a hook that an earlier release wrote is replaced, not doubled", () => {
  const old = { hooks: { Stop: [{ hooks: [{ type: "command", command: "~/.tackroom/hook claude-code" }] }] } };
  const path = write(".claude/settings.json", JSON.stringify(old));
  expect(inspectHooks(ground(), "claude-code").presence).toBe("outdated");
  installHooks(ground(), "claude-code");
  const { hooks } = JSON.parse(readFileSync(path, "utf8")) as { hooks: Record<string, unknown[]> };
  expect(hooks["Stop"]).toHaveLength(1);
  expect(inspectHooks(ground(), "claude-code").presence).toBe("present");
});

test("a file that is not JSON is left as it is, and named", () => {
  const path = write(".claude/settings.json", '{"model": ');
  expect(() => installHooks(ground(), "claude-code")).toThrow(/Cannot parse .*settings\.json at line 1/);
  expect(readFileSync(path, "utf8")).toBe('{"model": ');
});

test("settings behind a link stay behind it, with their mode", () => {
  const real = write("dotfiles/settings.json", "{}\n");
  mkdirSync(join(home, ".claude"));
  symlinkSync(real, join(home, ".claude/settings.json"));
  const { mode } = statSync(real);
  installHooks(ground(), "claude-code");
  expect(lstatSync(join(home, ".claude/settings.json")).isSymbolicLink()).toBe(true);
  expect(statSync(real).mode).toBe(mode);
  expect(readFileSync(real, "utf8")).toContain(".tackroom/hook");
});

test("a folder that a variable names is the one that is used", () => {
  installHooks(ground({ CODEX_HOME: join(home, "elsewhere") }), "codex");
  expect(readFileSync(join(home, "elsewhere/hooks.json"), "utf8")).toContain(".tackroom/hook codex");
});

test("a script of the person is not replaced; one that calls our hook counts", () => {
  const path = write(".cline/hooks/UserPromptSubmit", "#!/bin/sh\necho '{}'\n");
  expect(inspectHooks(ground(), "cline").presence).toBe("foreign");
  installHooks(ground(), "cline");
  uninstallHooks(ground(), "cline");
  expect(readFileSync(path, "utf8")).toBe("#!/bin/sh\necho '{}'\n");
  write(".cline/hooks/UserPromptSubmit", "#!/bin/sh\ntee >(mine) | ~/.tackroom/hook cline\n");
  installHooks(ground(), "cline");
  expect(inspectHooks(ground(), "cline").presence).toBe("present");
  uninstallHooks(ground(), "cline");
  expect(existsSync(path)).toBe(true);
});

test("the executable of an event stays while hooks of the registry run by it", () => {
  installHooks(ground(), "cline");
  const path = join(home, ".cline/hooks/UserPromptSubmit");
  const hook = write(".cline/scripts/gate/UserPromptSubmit.sh", "exit 2\n");
  uninstallHooks(ground(), "cline");
  expect(existsSync(path)).toBe(true);
  rmSync(hook);
  uninstallHooks(ground(), "cline");
  expect(existsSync(path)).toBe(false);
});

test.each(HARNESS_IDS)("%s: what is installed is found again, and nothing of it stays after removal", (id) => {
  const before = inspectHooks(ground(), id);
  if (before.presence === "none") {
    expect(before.reason).toMatch(/\./);
    return;
  }
  expect(before.presence).toBe("missing");
  installHooks(ground(), id);
  expect(inspectHooks(ground(), id).presence).toBe("present");
  expect(uninstallHooks(ground(), id)).toBe(true);
  expect(before.paths.filter((path) => existsSync(path))).toEqual([]);
});
