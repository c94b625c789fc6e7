import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asTyped, calledAs, serverOfPackage, withCall } from "./called-as.js";
import { temporaryDirectory } from "./testing/temporary.js";

test("an installed tack is called tack, and a copy that npx runs as npx was called", () => {
  expect(calledAs({}, "/usr/lib/node_modules/.bin/tack")).toBe("tack");
  expect(calledAs({ npm_lifecycle_event: "npx" }, "/repo/node_modules/.bin/tack")).toBe("npx tack");
  const folder = join(temporaryDirectory(), "_npx", "0a1b2c");
  mkdirSync(folder, { recursive: true });
  const program = join(folder, "node_modules", ".bin", "tack");
  expect(calledAs({}, program)).toBe("npx -y tack");
  writeFileSync(join(folder, "package.json"), '{"_npx":{"packages":["https://tack.example.com/tack.tgz"]}}');
  expect(calledAs({}, program)).toBe("npx -y https://tack.example.com/tack.tgz");
  writeFileSync(join(folder, "package.json"), '{"_npx":{"packages":["x; rm -rf /"]}}');
  expect(calledAs({}, program)).toBe("npx -y tack");
});

test("a copy that npx fetched from a server talks to that server", () => {
  const folder = join(temporaryDirectory(), "_npx", "0a1b2c");
  mkdirSync(folder, { recursive: true });
  const program = join(folder, "node_modules", ".bin", "tack");
  const fetchedAs = (spec: string): string | undefined => {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ _npx: { packages: [spec] } }));
    return serverOfPackage(program);
  };
  expect(fetchedAs("https://tack.example.com/tack.tgz")).toBe("https://tack.example.com");
  expect(fetchedAs("http://localhost:8000/tools/tack.tgz")).toBe("http://localhost:8000/tools");
  expect(fetchedAs("@tackroom/tack")).toBeUndefined();
  expect(serverOfPackage("/usr/lib/node_modules/.bin/tack")).toBeUndefined();
});

test("the commands of a hint are rewritten, and nothing else", () => {
  expect(withCall("Sign in: tack login", "npx tack")).toBe("Sign in: npx tack login");
  expect(withCall("Start one with tack server start, or choose another", "npx tack")).toContain("with npx tack server");
  expect(withCall("The settings of tack on this machine", "npx tack")).toBe("The settings of tack on this machine");
});

describe("a hint keeps the server that the command was told to use", () => {
  const pointed = (hint: string): string => withCall(hint, "tack", "https://tack.example.com");

  test.each([
    ["Sign in: tack login", "Sign in: tack login --server https://tack.example.com"],
    ["Run tack login on a terminal", "Run tack login --server https://tack.example.com on a terminal"],
    [
      "Read it again: tack review show ada/x",
      "Read it again: tack review show --server https://tack.example.com ada/x",
    ],
    ["Run one of:\n  tack info skill:ada/x", "Run one of:\n  tack info --server https://tack.example.com skill:ada/x"],
    ["tack login", "tack login --server https://tack.example.com"],
    [
      "Submit one: tack registry <kind> submit <file>",
      "registry <kind> submit --server https://tack.example.com <file>",
    ],
  ])("%s", (hint, expected) => expect(pointed(hint)).toContain(expected));

  test.each([
    "Start one with tack server start, or choose another with --server <url>",
    "Check the address: tack status --server <url>",
    "See: tack review --help",
    "The settings of tack on this machine",
  ])("unless it is about another one, or about none: %s", (hint) => expect(pointed(hint)).toBe(hint));
});

test("options are repeated as they are typed", () => {
  expect(asTyped({ dataDir: "/my data/it's", harness: ["codex", "cursor"], update: true, scope: undefined })).toBe(
    String.raw` --data-dir '/my data/it'\''s' --harness codex --harness cursor --update`,
  );
});
