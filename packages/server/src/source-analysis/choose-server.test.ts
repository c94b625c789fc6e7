import { expect, test } from "vitest";
import { analyzeSource, type Files } from "../../test/analyze-source.js";

const tool = (name: string): string => `server.tool("${name}", "A description that is long enough.", {}, run);`;
const manifest = (name: string, dependencies: readonly string[] = [], more: object = {}): string =>
  JSON.stringify({ name, dependencies: Object.fromEntries(dependencies.map((each) => [each, "*"])), ...more });

const APART: Files = {
  "packages/sky/package.json": manifest("@made/sky-mcp", [], { bin: "x.js", version: "1.2.3" }),
  "packages/sky/src/index.ts": tool("look"),
  "packages/sea/package.json": manifest("@made/sea-mcp", [], { bin: "x.js" }),
  "packages/sea/src/index.ts": tool("dive"),
};
const names = async (files: Files, repository: string): Promise<unknown> => {
  const { tools, issues } = await analyzeSource(files, repository);
  return { tools: tools.map((each) => each.name), issues };
};

test("of several servers none is chosen, and the analysis names them", async () => {
  const analysis = await analyzeSource(APART, "servers");
  expect(analysis).toMatchObject({ tools: [], command: null, args: [], docker_image: null });
  expect(analysis.issues).toEqual([
    "The repository has several servers, so no tools are listed: packages/sea, packages/sky. Submit one of them by its own folder or repository.",
  ]);
});

test("the one that is named like the repository is chosen", async () => {
  expect(await names(APART, "mcp-server-sky")).toEqual({
    tools: ["look"],
    issues: [
      "The repository has several servers. Only that in packages/sky was analyzed, and not those in packages/sea.",
    ],
  });
  expect(await analyzeSource(APART, "mcp-server-sky")).toMatchObject({
    version: "1.2.3",
    args: ["-y", "@made/sky-mcp"],
  });
});

test("the one at the root is chosen", async () => {
  const files = { ...APART, "package.json": manifest("made"), "src/index.ts": tool("rise") };
  expect(await names(files, "servers")).toMatchObject({ tools: ["rise"] });
});

test("what needs the server at the root is not a part of it", async () => {
  const files = {
    "package.json": manifest("made"),
    "src/index.ts": tool("rise"),
    "extra/package.json": manifest("made-extra", ["made"], { bin: "x.js" }),
    "extra/src/index.ts": tool("show"),
  };
  expect(await names(files, "made")).toEqual({
    tools: ["rise"],
    issues: [
      "The repository has several servers. Only that in the root of the repository was analyzed, and not those in extra.",
    ],
  });
});

test("packages that one package needs are one server, whatever uses it", async () => {
  const files: Files = {
    ...APART,
    "packages/server/package.json": manifest("@made/server", ["@made/sky-mcp", "@made/sea-mcp"], { bin: "x.js" }),
    "packages/cloud/package.json": manifest("@made/cloud", ["@made/server"]),
  };
  expect(await names(files, "made")).toEqual({ tools: ["dive", "look"], issues: [] });
});

test("a workspace that lists its packages, and a library that they share, do not make them one", async () => {
  const files: Files = {
    "package.json": manifest("root", ["@made/sky-mcp", "@made/sea-mcp"], { workspaces: ["packages/*"] }),
    "packages/common/package.json": manifest("@made/common"),
    "packages/common/src/index.ts": tool("whoami"),
    "packages/sky/package.json": manifest("@made/sky-mcp", ["@made/common"]),
    "packages/sky/src/index.ts": tool("look"),
    "packages/sea/package.json": manifest("@made/sea-mcp", ["@made/common"]),
    "packages/sea/src/index.ts": tool("dive"),
  };
  expect(await names(files, "made")).toMatchObject({ tools: [] });
  expect(await names(files, "sea")).toMatchObject({ tools: ["whoami", "dive"] });
});

test("several servers in one package are told of", async () => {
  const server = (name: string): string =>
    `from fastmcp import FastMCP\nmcp = FastMCP("${name}")\n@mcp.tool\ndef ${name}():\n    """A description that is long enough."""\n`;
  expect(await names({ "a.py": server("sky"), "b.py": server("sea") }, "made")).toEqual({
    tools: ["sky", "sea"],
    issues: ["The source makes several servers, whose tools are listed together: sky, sea."],
  });
});
