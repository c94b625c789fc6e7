import { expect, test } from "vitest";
import { analyzeSource, type Files, toolsIn } from "../../../test/analyze-source.js";

const SERVER =
  'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\nconst server = new McpServer({ name: "weather" });\n';
const one = (source: string): Files => ({ "src/index.ts": SERVER + source });
const listed = (handler: string, before = ""): Files =>
  one(`${before}\nserver.setRequestHandler(ListToolsRequestSchema, ${handler});`);
const LOOK = '{ name: "look", description: "Looks.", inputSchema: { type: "object" } }';

const CASES: [what: string, files: Files, tools: string[]][] = [
  ["tool()", one('server.tool("look", "Looks.", { at: z.string() }, async () => {});'), ["look: Looks."]],
  ["tool() without a description", one('server.tool("look", { title: z.string() }, async () => {});'), ["look: "]],
  [
    "registerTool()",
    one('server.registerTool("look", { title: "Look", description: `Looks.` }, async () => {});'),
    ["look: Looks."],
  ],
  [
    "addTool()",
    one('server.addTool({ name: "look", description: "Lo" + "oks.", parameters: z.object({}), execute });'),
    ["look: Looks."],
  ],
  ["a handler that lists them", listed(`async () => ({ tools: [${LOOK}] })`), ["look: Looks."]],
  [
    "a handler of the protocol's name",
    one(`server.setRequestHandler("tools/list", () => { return { tools: [${LOOK}] }; });`),
    ["look: Looks."],
  ],
  [
    "a list in a variable",
    listed("async () => { const tools: Tool[] = [LOOK]; return { tools }; }", `const LOOK = ${LOOK} as const;`),
    ["look: Looks."],
  ],
  [
    "lists that are put together",
    listed(
      "() => ({ tools: [...A, ...B.filter(allowed)] })",
      `const A = [${LOOK}]; const B = [];\nB.push({ name: "see", description: "Sees." });`,
    ),
    ["look: Looks.", "see: Sees."],
  ],
  [
    "both branches",
    listed("() => ({ tools: all ? A : B })", `const A = [${LOOK}]; const B = [{ name: "see", description: "Sees." }];`),
    ["look: Looks.", "see: Sees."],
  ],
  ["a handler that is wrapped", listed(`log("list", async () => ({ tools: [${LOOK}] }))`), ["look: Looks."]],
  [
    "files that import each other",
    {
      "src/index.ts": `${SERVER}import { tools } from "./tools/index.js";\nserver.setRequestHandler(ListToolsRequestSchema, () => ({ tools: Object.values(tools) }));`,
      "src/tools/index.ts":
        'import look from "./look.js";\nimport * as others from "./others";\nexport const tools = { look, ...{ see: others.see } };',
      "src/tools/look.ts":
        'import { Names } from "@/names";\nexport default { name: Names.Look, description: "Looks." };',
      "src/tools/others.ts": 'export * from "./see.js";',
      "src/tools/see.ts":
        'const NAME = "see";\nexport const see = define({ name: NAME, description: "Sees." });\nfunction define(tool) { return tool; }',
      "src/names.ts": 'export enum Names { Look = "look" }',
    },
    ["look: Looks.", "see: Sees."],
  ],
  [
    "a loop",
    one(
      `const tools = [${LOOK}];\nfor (const tool of tools) server.tool(tool.name, tool.description, tool.inputSchema, run);`,
    ),
    ["look: Looks."],
  ],
  [
    "a loop over entries",
    one(
      'const tools = { look: { description: "Looks." } };\nfor (const [name, { description }] of Object.entries(tools)) server.registerTool(name, { description }, run);',
    ),
    ["look: Looks."],
  ],
  [
    "forEach",
    one(`[${LOOK}].forEach((tool) => { server.registerTool(tool.name, { description: tool.description }, run); });`),
    ["look: Looks."],
  ],
  [
    "a helper",
    {
      "src/register.ts":
        "export function register(server, name, config) { server.registerTool(name, { description: config.description }, run); }",
      "src/index.ts": `${SERVER}import { register } from "./register.js";\nregister(server, "look", { description: "Looks." });\nregister(server, "see", { description: "Sees." });`,
    },
    ["look: Looks.", "see: Sees."],
  ],
  [
    "a name with a default",
    one(
      'function add(server, name?: string) { server.tool(name || "look", "Looks.", {}, run); }\nadd(server);\nadd(server, "see");',
    ),
    ["look: Looks.", "see: Looks."],
  ],
  [
    "classes",
    one(
      'abstract class Base { register(server) { server.registerTool(this.name, { description: this.description }, run); } }\nclass Look extends Base { static toolName = "look"; description = "Looks."; }',
    ),
    ["look: Looks."],
  ],
  [
    "a fields of a class that lists them",
    one(
      `class S { constructor(private readonly tools: Tool[]) { this.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: this.tools })); } }\nnew S([${LOOK}]);`,
    ),
    ["look: Looks."],
  ],
  [
    "a prefix that is empty unless it is configured",
    one(
      'const PREFIX = "";\nfunction named(name) { if (PREFIX !== "") { return `${PREFIX}_${name}`; } return name; }\nserver.tool(named("look"), "Looks.", {}, run);',
    ),
    ["look: Looks."],
  ],
  [
    "a prefix that is chosen by a condition",
    one('const PREFIX = "sky";\nserver.tool((!PREFIX ? "" : PREFIX + "_") + "look", "Looks.", {}, run);'),
    ["sky_look: Looks."],
  ],
  [
    "CommonJS",
    { "src/index.js": 'const server = new McpServer({ name: "x" });\nserver.tool("look", "Looks.", run);' },
    ["look: Looks."],
  ],
  ["a call of a tool", one('await client.callTool({ name: "look" });\nconst found = await client.listTools();'), []],
  ["an agent", one('agent.tool("look", "Looks.", run);'), []],
  ["a test", { "src/index.test.ts": `${SERVER}server.tool("look", "Looks.", {}, run);` }, []],
  ["an example", { "examples/a/index.ts": `${SERVER}server.tool("look", "Looks.", {}, run);` }, []],
  [
    "a folder of sources that is called docs",
    { "src/tools/docs/index.ts": 'server.tool("find", "Finds.", {}, run);' },
    ["find: Finds."],
  ],
];

test.each(CASES)("tools by %s", async (_, files, tools) => {
  expect(await toolsIn(files)).toEqual(tools);
});

test("a name that cannot be known is an issue and no tool", async () => {
  const { tools, issues } = await analyzeSource(one("server.tool(process.env.TOOL_NAME, {}, run);"));
  expect(tools).toEqual([]);
  expect(issues).toContain("Registers a tool whose name could not be determined: src/index.ts:3.");
});

test("definitions count where the way to their registration cannot be followed, and the analysis says so", async () => {
  const { tools, issues } = await analyzeSource({
    ...one("for (const tool of container.resolveAll(Tool)) server.registerTool(tool.name, tool, run);"),
    "src/look.ts": `export const look = ${LOOK};\nexport const page = { name: "page", description: "A page.", uri: "x://y", inputSchema: {} };`,
  });
  expect(tools.map(({ name }) => name)).toEqual(["look"]);
  expect(issues[0]).toMatch(/^Registers tools in a way that could not be followed\..*src\/index\.ts:3\.$/u);
});

test("what is only known when the program runs is left out of a description", async () => {
  expect(await toolsIn(one('server.tool("look", `Looks ${limit} times.`, {}, run);'))).toEqual([
    "look: Looks … times.",
  ]);
});

test.each([
  [
    'new McpServer({ name: "weather", description: "The weather." });',
    { name: "weather", description: "The weather." },
  ],
  ["const info = { name: NAME };\nconst NAME = `sky`;\nnew Server(info, {});", { name: "sky" }],
  ["new Server({ port: 3 });", { name: "made-up" }],
])("%s", async (source, expected) => {
  const manifest = JSON.stringify({ dependencies: { "@modelcontextprotocol/sdk": "1" } });
  expect(await analyzeSource({ "src/a.ts": source, "package.json": manifest })).toMatchObject({
    ...expected,
    framework: "typescript-sdk",
  });
});

test("variables that the source reads", async () => {
  const source =
    'const KEY = "SKY_KEY";\nconst { SKY_ZONE: zone, SKY_PLACE } = process.env;\nuse(process.env.SKY_URL, process.env["SKY_PORT"], process.env[KEY], process.env.NODE_ENV, process.env.npm_x);';
  const { environment_variables } = await analyzeSource({ "src/a.ts": source });
  expect(environment_variables.map(({ name }) => name)).toEqual([
    "SKY_ZONE",
    "SKY_PLACE",
    "SKY_URL",
    "SKY_PORT",
    "SKY_KEY",
  ]);
});
