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
  expect((await complete(server, "info", "ada")).words).toEqual(["ada/tidy"]);
});

test("finds the names of a large registry by what was typed, with and without a namespace or a kind", async () => {
  const asked: string[] = [];
  const server = await fakeServer((_, path, { query }) => {
    if (path !== "/api/v1/registry") return undefined;
    asked.push(query.toString());
    return { body: { items: ITEMS } };
  });
  expect((await complete(server, "install", "ti")).words).toEqual(["tidy", "tickets"]);
  expect((await complete(server, "install", "ada/ti")).words).toEqual(["ada/tidy"]);
  expect((await complete(server, "install", "skill:ti")).words).toEqual(["skill:tidy", "skill:tickets"]);
  expect(asked).toEqual(["q=ti&limit=100", "namespace=ada&q=ti&limit=100", "type=skills&q=ti&limit=100"]);
});

test("says nothing when the server does not answer", async () => {
  expect(await complete("http://127.0.0.1:1", "uninstall", "ada")).toEqual({ words: [], stderr: "" });
});
