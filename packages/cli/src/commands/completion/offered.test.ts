import { expect, test } from "vitest";
import { fakeServer } from "../../testing/fake-registry.js";
import { testMachine } from "../../testing/run-tack.js";

const ITEMS = [
  { qualified_name: "ada/tidy", description: "Tidies\nup" },
  { qualified_name: "bob/tickets", description: "" },
];

const complete = async (server: string, ...words: string[]): Promise<{ words: string[]; stderr: string }> => {
  const { stdout, stderr } = await testMachine(server).run("__complete --", { more: words });
  return { words: stdout.split("\n").flatMap((line) => line.split("\t")[0] || []), stderr };
};

test("offers harnesses with their aliases, kinds and the names of items", async () => {
  const server = await fakeServer((_, path) => (path === "/api/v1/registry" ? { body: { items: ITEMS } } : undefined));
  expect((await complete(server, "scan", "--harness", "cl")).words).toEqual(["claude-code", "cline", "claude"]);
  expect((await complete(server, "search", "x", "--kind", "sk")).words).toEqual(["skill"]);
  expect((await complete(server, "registry", "skill", "install", "")).words).toEqual(["ada/tidy", "bob/tickets"]);
  expect((await complete(server, "uninstall", "ada")).words).toEqual(["ada/tidy"]);
});

test("says nothing when the server does not answer", async () => {
  expect(await complete("http://127.0.0.1:1", "uninstall", "ada")).toEqual({ words: [], stderr: "" });
});
