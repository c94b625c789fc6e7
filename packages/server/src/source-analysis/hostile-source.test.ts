import { expect, test } from "vitest";
import { analyzeSource, toolsIn } from "../../test/analyze-source.js";
import { LIMITS } from "./limits.js";

const TOOL = 'server.tool("look", "Looks at the sky and says what is there.", {}, run);\n';
const DEEP = 100_000;

test.each(["[", "{", "(", "{a:", "`${", "f("])("%s, nested deeply, is left out and said to be", async (opening) => {
  const files = { "src/a.ts": `${TOOL}${opening.repeat(DEEP)}`, "src/b.ts": TOOL };
  const { tools, issues } = await analyzeSource(files);
  expect(tools.map(({ name }) => name)).toEqual(["look"]);
  expect(issues).toEqual(["src/a.ts could not be parsed: it is nested too deeply or too large."]);
});

test.each([
  ["a.py", `import os\nos.getenv("SKY_KEY")\nx = ${"not ".repeat(DEEP)}y\n`],
  ["a.py", `import os\nos.getenv("SKY_KEY")\nx = ${"a + ".repeat(DEEP)}b\n`],
  ["a.ts", `process.env.SKY_KEY;\nconst x = ${"a => ".repeat(10_000)}b;\n`],
  ["a.ts", `process.env.SKY_KEY;\nconst x = ${'"a" + '.repeat(DEEP)}"b";\nserver.tool(x, {}, run);\n`],
  ["a.go", `package a\nvar x = ${"!".repeat(DEEP)}y\nvar _ = os.Getenv("SKY_KEY")\n`],
])("%s that is deep without brackets is read", async (path, source) => {
  const { environment_variables } = await analyzeSource({ [path]: source });
  expect(environment_variables).toEqual([{ name: "SKY_KEY", description: "" }]);
});

test("a line of a megabyte is read", async () => {
  const line = `const x = "${"x".repeat(LIMITS.fileBytes - 200)}"; ${TOOL}`;
  expect((await analyzeSource({ "a.ts": line })).tools).toHaveLength(1);
});

test.each<[string, Record<string, string | Uint8Array>]>([
  [
    "invalid UTF-8",
    { "a.py": Uint8Array.from([0xff, 0xfe, 0x40, 0x80, 0x0a]), "README.md": Uint8Array.from([0xc3, 0x28]) },
  ],
  [
    "empty files",
    {
      "a.py": "",
      "a.ts": "",
      "a.go": "",
      "package.json": "",
      "pyproject.toml": "",
      "README.md": "",
      "compose.yaml": "",
    },
  ],
  ["no files", {}],
  ["NUL", { "a.ts": "\0server.tool(\0)", "package.json": "\0" }],
  [
    "manifests of other shapes",
    {
      "package.json": "[1]",
      "server.json": '{"packages": {"a": 1}, "remotes": [null]}',
      "compose.yaml": "- 1",
      "pyproject.toml": "project = 1",
    },
  ],
])("%s give no tools", async (_, files) => {
  expect(await analyzeSource(files)).toMatchObject({ tools: [], issues: ["No tools were found in the source."] });
});

test.each<[string, Record<string, string>]>([
  ["constants", { "a.ts": "const A = B; const B = A;\nserver.tool(A, {}, run);" }],
  [
    "imports",
    {
      "a.ts": 'import { B as A } from "./b.js"; export { A };\nserver.tool(A, {}, run);',
      "b.ts": 'export { A as B } from "./a.js";',
    },
  ],
  [
    "star exports",
    {
      "a.ts": 'export * from "./b.js"; import { X } from "./b.js";\nserver.tool(X, {}, run);',
      "b.ts": 'export * from "./a.js";',
    },
  ],
  ["functions", { "a.ts": "function f(x) { return f(x); }\nserver.tool(f(1), {}, run);" }],
  ["classes", { "a.ts": "class A extends B { r(s) { s.registerTool(this.name, {}, run); } }\nclass B extends A {}" }],
  ["callers", { "a.ts": "function f(s, x) { s.tool(x, {}, run); f(s, x); g(s, x); }\nfunction g(s, x) { f(s, x); }" }],
  [
    "lists",
    {
      "a.ts":
        "const A = [...B]; const B = [...A];\nserver.setRequestHandler(ListToolsRequestSchema, () => ({ tools: A }));",
    },
  ],
  [
    "Python",
    { "a.py": 'from fastmcp import FastMCP\nmcp = FastMCP("x")\nA = B\nB = A\n@mcp.tool(name=A)\ndef f(): pass\n' },
  ],
  ["Go", { "a.go": 'package a\nimport "x/mcp"\nconst A = B\nconst B = A\nvar t = mcp.NewTool(A)' }],
])("%s that refer to each other end", async (_, files) => {
  const { tools, issues } = await analyzeSource(files);
  expect(tools).toEqual([]);
  expect(issues[1]).toMatch(/^Registers a tool whose name could not be determined/u);
});

test("a text that doubles with every line is given up", async () => {
  const lines = Array.from({ length: 60 }, (_, index) => `const a${index + 1} = a${index} + a${index};`);
  const source = `const a0 = "x";\n${lines.join("\n")}\nserver.tool(a60, {}, run);\nserver.tool("b", "B.", {}, run);`;
  expect(await toolsIn({ "a.ts": source })).toEqual(["b: B."]);
});

test("names are one short line, descriptions and schemas are bounded", async () => {
  const name = `a\\n${"b".repeat(500)}`;
  const properties = Array.from({ length: 2000 }, (_, index) => `p${index}: { type: "string" }`).join(", ");
  const source = `server.registerTool("${name}", { description: "${"d".repeat(20_000)}", inputSchema: { type: "object", properties: { ${properties} } } }, run);`;
  const [tool] = (await analyzeSource({ "a.ts": source })).tools;
  expect(tool).toEqual({ name: `a ${"b".repeat(198)}`, docstring: "d".repeat(LIMITS.docstringLength) });
});

test("only so many tools are listed", async () => {
  const source = Array.from(
    { length: LIMITS.tools + 1 },
    (_, index) => `server.tool("t${index}", "${"d".repeat(30)}", {}, run);`,
  ).join("\n");
  const { tools, issues } = await analyzeSource({ "a.ts": source });
  expect(tools).toHaveLength(LIMITS.tools);
  expect(issues).toEqual([`Only the first ${LIMITS.tools} of ${LIMITS.tools + 1} tools are listed.`]);
});

test("what is over the limits is left out, and said to be", async () => {
  const files = Object.fromEntries(
    Array.from({ length: LIMITS.files + 5 }, (_, index) => [`src/deep/${index}.py`, ""]),
  );
  const { tools, issues } = await analyzeSource({ ...files, "a.ts": TOOL });
  expect(tools).toHaveLength(1);
  expect(issues).toEqual([
    expect.stringMatching(
      /^The repository is too large to be read in full\. 6 files were left out, such as src\/deep\//u,
    ),
  ]);
});

test("names of methods that every object has are names like others", async () => {
  const source =
    'const x = { constructor: "a" };\nserver.tool(x.toString, {}, run);\nserver.tool("constructor", "B.", { __proto__: z.string() }, run);\nserver.constructor("y");';
  expect(await toolsIn({ "a.ts": source })).toEqual(["constructor: B."]);
});

test("tools that say too much together keep their names only", async () => {
  const tool = (name: string): string => `server.tool("${name}", "${"x".repeat(7000)}", {}, run);`;
  const fileOf = (folder: string): string => Array.from({ length: 100 }, (_, at) => tool(`${folder}_${at}`)).join("\n");
  const { tools } = await analyzeSource({ "a.ts": fileOf("a"), "b.ts": fileOf("b"), "c.ts": fileOf("c") });
  expect(tools).toHaveLength(300);
  expect(JSON.stringify(tools).length).toBeLessThan(LIMITS.toolBytes + 300 * 100);
  expect([tools[0]?.docstring.length, tools.at(-1)]).toEqual([7000, { name: "c_99", docstring: "" }]);
});
