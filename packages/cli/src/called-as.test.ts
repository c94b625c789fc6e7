import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { calledAs, serverOfPackage, withCall } from "./called-as.js";
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
