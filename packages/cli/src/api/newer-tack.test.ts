import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { Cli } from "../cli.js";
import { temporaryDirectory } from "../testing/temporary.js";
import { isNewer, noticeNewerTack } from "./newer-tack.js";

test.each([
  ["0.2.0", "0.1.9", true],
  ["0.1.10", "0.1.9", true],
  ["1.0.0", "0.99.99", true],
  ["0.1.9", "0.1.10", false],
  ["0.1.0", "0.1.0", false],
  ["0.2.0-rc.1", "0.1.0", false],
  ["0.2.0", "0.0.0-dev", false],
])("%s is newer than %s: %s", (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});

interface Place {
  readonly home?: string;
  readonly terminal?: boolean;
  readonly output?: "table" | "json";
  readonly env?: Record<string, string>;
}

/** What is said at the end of a command there. */
function noticed({ home = temporaryDirectory(), terminal = true, output = "table", env = {} }: Place): string[] {
  const stream = Object.assign(new PassThrough(), { isTTY: terminal });
  const closingNotes: string[] = [];
  const flags = { output, color: false, debug: false };
  const machine = { env, cwd: "/", home, platform: "linux" as const, stdin: stream, stdout: stream, stderr: stream };
  const cli: Cli = { ...machine, flags, operation: "status", closingNotes };
  noticeNewerTack(cli, "0.2.0", "0.1.0");
  noticeNewerTack(cli, "0.2.0", "0.1.0");
  return closingNotes;
}

test("a person is told once a day that the server has a newer tack", () => {
  const home = temporaryDirectory();
  expect(noticed({ home })).toEqual(["The server has tack 0.2.0; this is 0.1.0. Update with: tack self-update"]);
  expect(noticed({ home })).toEqual([]);
});

test.each<[string, Place]>([
  ["a pipe", { terminal: false }],
  ["JSON", { output: "json" }],
  ["continuous integration", { env: { CI: "1" } }],
  ["a home that cannot be written", { home: "/dev/null" }],
])("nothing is said in %s", (_, place) => {
  expect(noticed(place)).toEqual([]);
});
