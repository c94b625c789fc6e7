import { PassThrough, Readable } from "node:stream";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { candidates } from "./commands/completion/complete.js";
import { withCall } from "./called-as.js";
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
    "": "login logout whoami status change-password set-username reset-password config api search scan outdated verify uninstall doctor reconcile hook demo completion team feedback budgets inbox",
    auth: "login logout whoami change-password set-username reset-password",
    keys: "create list rotate revoke",
    "registry mcp": "submit release list my show install edit versions archive delete co-authors transfer",
    registry: "transfers",
    "registry prompt": "render",
    "registry mcp sync": "enable rotate-secret status history run disable",
    alerts: "list show create update delete history test preview",
    agent: "scorecard create init add build publish release install pull show list my versions delete transfer",
    review: "list show approve reject",
    sandbox: "serve",
    admin: "settings set users create-user reset-password set-role",
    "admin weights": "list set",
    "admin canaries": "list create delete reports",
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
      for (const flag of ["--server", "--output", "--json", "--no-color", "--debug", "--help"])
        expect(help).toContain(flag);
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

describe("the short forms that other tools have", () => {
  const printed = async (words: string): Promise<string> => {
    const stdout = new PassThrough();
    await parse({ ...machine(), stdout }, words.split(" "), () => undefined);
    return String(stdout.read());
  };

  test("tack help shows the help of a command", async () => {
    expect(await printed("help registry mcp submit")).toBe(await printed("registry mcp submit --help"));
    expect(await printed("help")).toBe(await printed("--help"));
  });

  test("-v prints the version", async () => {
    expect(await printed("-v")).toBe(await printed("--version"));
  });

  test("--json is --output json", async () => {
    expect(JSON.parse(await printed("config --json"))).toEqual(JSON.parse(await printed("config -o json")));
  });
});

describe("a word that nothing understands", () => {
  test.each([
    [
      "registry mcp submit . --version 1.2.0",
      "--version prints the version of tack and takes no command.\n  To name the version of an item, use --item-version <version>. See: tack registry mcp submit --help",
    ],
    ["frobnicate", "Unknown command 'frobnicate'.\n  See: tack --help"],
    ["serch tickets", "Unknown command 'serch'. Did you mean search?"],
    ["help serch", "Did you mean search?"],
    ["registry mpc", "Did you mean mcp?"],
    ["--json whoami --nothing", '"category":"usage"'],
    ["feedback rate", "See: tack feedback --help"],
    ["-o json registry mcp sync nothing", "See: tack registry mcp sync --help"],
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
    expect(wordsFor("registry", "mcp", "sync", "r")).toEqual(["rotate-secret", "run"]);
    expect(wordsFor("registry", "mcp", "sync", "enable", "--provider", "")).toEqual(
      expect.arrayContaining(["host_a", "host_b", "auto"]),
    );
    expect(wordsFor("alerts", "create", "--metric", "")).toEqual(
      expect.arrayContaining(["error_rate", "latency_p99", "token_usage", "cost_usd"]),
    );
    expect(wordsFor("admin", "can")).toEqual(["canaries"]);
    expect(wordsFor("registry", "skill", "sy")).toEqual([]);
    expect(wordsFor("registry", "skill", "install", "--sc")).toEqual(["--scope"]);
    expect(wordsFor("registry", "skill", "install", "--scope", "")).toEqual(
      expect.arrayContaining(["project", "user"]),
    );
    expect(wordsFor("whoami", "--out")).toEqual(["--output"]);
    expect(wordsFor("__")).toEqual([]);
  });
});

test("the server of a hint comes after the words of its command, whatever the command", () => {
  // Their own options say which server is meant, or their name is also a kind's.
  const others = /^(?:server|mcp|hook|__complete)\b/;
  const commands = allCommands(program()).filter(({ commands: parts }) => parts.length === 0);
  for (const command of commands.map(pathOf).filter((path) => !others.test(path))) {
    expect(withCall(`Run: tack ${command} it`, "tack", "https://tack.example.com")).toBe(
      `Run: tack ${command} --server https://tack.example.com it`,
    );
  }
});

test("a command that asks before it changes something can also only say what it would change", () => {
  // Without --register, a scan changes nothing; the content of a demo is too much to be shown.
  const others = new Set(["scan", "demo"]);
  const has = (command: Command, flag: string): boolean => command.options.some(({ long }) => long === flag);
  const without = allCommands(program()).filter((command) => has(command, "--yes") && !has(command, "--dry-run"));
  expect(without.map(pathOf).filter((path) => !others.has(path))).toEqual([]);
});
