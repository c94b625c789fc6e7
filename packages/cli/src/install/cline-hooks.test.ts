import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { renderHook, type HookHandler } from "@tackroom/harness";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { install as installItem, makeWorkplace, treeOf, uninstall, type Item } from "./testing/workplace.js";

const hook = (name: string, command: string): HookHandler => ({
  id: name,
  name,
  event: "PreToolUse",
  handlerType: "command",
  handlerConfig: { command },
  executionMode: "blocking",
  toolFilter: [],
});

describe.skipIf(process.platform === "win32")("Cline's executable for an event", () => {
  let home = "";
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "tack-cline-"));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  function install(...hooks: readonly HookHandler[]): void {
    for (const { path, content } of hooks.flatMap((each) => renderHook("cline", each).files)) {
      const place = join(home, path.replace(/^~\//, ""));
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, content);
      chmodSync(place, 0o755);
    }
  }
  const run = (input: string) =>
    JSON.parse(
      spawnSync(join(home, ".cline/hooks/PreToolUse"), { input, env: { ...process.env, HOME: home }, encoding: "utf8" })
        .stdout,
    ) as unknown;

  test("runs every hook that is installed for it, and one that refuses stops the tool", () => {
    install(hook("gate", "if grep -q -- --force; then exit 2; fi"), hook("other", "cat >/dev/null; echo '{}'"));
    expect(run('{"command":"git push --force"}')).toEqual({
      cancel: true,
      errorMessage: "Stopped by the hook gate.",
    });
    expect(run('{"command":"git push"}')).toEqual({});
  });

  test.each(["! grep -q -- --force || exit 2; exit 2", "grep -q x; test $? = 1 && exit 2 # done", "cat | exit 2"])(
    "keeps the line %j together",
    (command) => {
      install(hook("gate", command), hook("later", 'echo \'{"contextModification":"x"}\''));
      expect(run("{}")).toMatchObject({ cancel: true });
    },
  );

  test("hands on what a hook says in Cline's own words", () => {
    install(hook("a", `echo '{"cancel": true, "errorMessage": "no"}'`), hook("b", "echo '{}'"));
    expect(run("{}")).toEqual({ cancel: true, errorMessage: "no" });
  });
});

const item = (name: string): Item => ({ type: "hook", name, harness: "cline" });
const replyFor = (each: HookHandler) => {
  const { snippet, configPath, files } = renderHook("cline", each);
  return { config_snippet: snippet, config_path: configPath, files };
};

test.each([
  ["first", "second"],
  ["second", "first"],
])("two hooks of one event: %s is uninstalled before %s, and each leaves the other alone", async (one, other) => {
  const where = makeWorkplace();
  const before = treeOf(where);
  for (const name of ["first", "second"]) {
    expect(await installItem(where, item(name), replyFor(hook(name, `echo ${name}`)))).toEqual([]);
  }
  await uninstall(where, item(one));
  const left = Object.keys(treeOf(where));
  expect(left).toContain(".cline/hooks/PreToolUse");
  expect(left).toContain(`.cline/scripts/${other}/PreToolUse.sh`);
  expect(left).not.toContain(`.cline/scripts/${one}/PreToolUse.sh`);
  await uninstall(where, item(other));
  expect(treeOf(where)).toEqual(before);
});
