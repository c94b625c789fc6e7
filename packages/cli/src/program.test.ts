import { PassThrough, Readable } from "node:stream";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { candidates } from "./commands/completion/complete.js";
import type { Machine } from "./cli.js";
import { createProgram, parse } from "./program.js";

const machine = (): Machine => ({
  env: {},
  cwd: "/",
  home: "/",
  platform: "linux",
  stdin: Readable.from([]),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
});

const program = (): Command => createProgram(machine(), () => undefined);

function allCommands(command: Command): Command[] {
  return command.commands.flatMap((each) => [each, ...allCommands(each)]);
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}`.trim() : "";

describe("every command", () => {
  /** The contract's list of commands, grouped by prefix. */
  const CONTRACT: Readonly<Record<string, string>> = {
    "": "login logout whoami status change-password set-username reset-password config api search scan outdated verify uninstall doctor reconcile hook demo completion team feedback",
    auth: "login logout whoami change-password set-username reset-password",
    keys: "create list rotate revoke",
    "registry mcp": "submit release list my show install edit versions archive delete co-authors transfer",
    registry: "transfers",
    "registry prompt": "render",
    agent: "create init add build publish release install pull show list my versions delete transfer",
    review: "list show approve reject",
    sandbox: "serve",
    admin: "settings set users create-user reset-password set-role",
    "admin audit-log": "list verify export",
    server: "start status stop grant-role backup restore",
  };

  test("of the contract is there", () => {
    const known = allCommands(program()).map(pathOf);
    const wanted = Object.entries(CONTRACT).flatMap(([before, words]) =>
      words.split(" ").map((word) => `${before} ${word}`.trim()),
    );
    expect(known).toEqual(expect.arrayContaining(wanted));
  });

  test("says what it does, and takes the flags of all", () => {
    for (const command of allCommands(program())) {
      expect([pathOf(command), command.description()]).toEqual([pathOf(command), expect.stringMatching(/\S/)]);
      const help = command.helpInformation();
      for (const flag of ["--server", "--output", "--no-color", "--debug", "--help"]) expect(help).toContain(flag);
    }
  });
});

test("help is the same whether or not the groups behind it were made", () => {
  const help = (words?: readonly string[]): string =>
    createProgram(machine(), () => undefined, words).helpInformation();
  expect(help(["--help"])).toBe(help());
  const registry = (words?: readonly string[]): string | undefined =>
    createProgram(machine(), () => undefined, words)
      .commands.find((command) => command.name() === "registry")
      ?.helpInformation();
  expect(registry(["registry", "--help"])).toBe(registry());
});

describe("a word that nothing understands", () => {
  test.each([
    ["frobnicate", "Unknown command 'frobnicate'\n  See: tack --help"],
    ["feedback rate", "See: tack feedback --help"],
    ["-o json registry mcp nothing", "See: tack registry mcp --help"],
    ["whoami --nothing", "See: tack whoami --help"],
  ])("%s", async (words, remedy) => {
    const stderr = new PassThrough();
    let exitCode = 0;
    await parse({ ...machine(), stderr }, words.split(" "), (code) => (exitCode = code));
    expect(exitCode).toBe(2);
    expect(String(stderr.read())).toContain(remedy);
  });
});

describe("completion", () => {
  const wordsFor = (...words: string[]): string[] => candidates(program(), words).map(({ word }) => word);

  test("knows what can come next", () => {
    expect(wordsFor("rev")).toEqual(["review"]);
    expect(wordsFor("registry", "prompt", "re")).toEqual(["release", "render"]);
    expect(wordsFor("registry", "skill", "install", "--sc")).toEqual(["--scope"]);
    expect(wordsFor("registry", "skill", "install", "--scope", "")).toEqual(
      expect.arrayContaining(["project", "user"]),
    );
    expect(wordsFor("whoami", "--out")).toEqual(["--output"]);
    expect(wordsFor("__")).toEqual([]);
  });
});
