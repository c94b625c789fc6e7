import { expect, test } from "vitest";
import { analyzeSource, type Files, schemaIn, toolsIn } from "../../../test/analyze-source.js";

const MOD = "module example.com/sky\n\nrequire (\n\tgithub.com/mark3labs/mcp-go v0.1.0\n)\n";
const MARK3LABS = 'package main\nimport "github.com/mark3labs/mcp-go/mcp"\n';
const OFFICIAL = 'package main\nimport "github.com/modelcontextprotocol/go-sdk/mcp"\n';
const one = (source: string): Files => ({ "go.mod": MOD, "main.go": source });

const CASES: [what: string, files: Files, tools: string[]][] = [
  [
    "NewTool",
    one(`${MARK3LABS}func f() { s.AddTool(mcp.NewTool("look", mcp.WithDescription("Looks.")), run) }`),
    ["look: Looks."],
  ],
  [
    "a constant",
    one(
      `${MARK3LABS}const (\n\tprefix = "sky_"\n\tlook = prefix + "look"\n)\nvar tool = mcp.NewTool(look, mcp.WithDescription(\`Looks.\`))`,
    ),
    ["sky_look: Looks."],
  ],
  [
    "a struct",
    one(`${OFFICIAL}func f() { mcp.AddTool(server, &mcp.Tool{Name: "look", Description: "Looks."}, run) }`),
    ["look: Looks."],
  ],
  [
    "a translated text",
    one(
      `${OFFICIAL}func f(t Translate) { use(mcp.Tool{Name: "look", Description: t("TOOL_LOOK_DESCRIPTION", "Looks.")}) }`,
    ),
    ["look: Looks."],
  ],
  [
    "constants of another package",
    {
      "go.mod": MOD,
      "cmd/main.go":
        'package main\nimport (\n\t"github.com/mark3labs/mcp-go/mcp"\n\t"example.com/sky/internal/names"\n)\nvar tool = mcp.NewTool(names.Look, mcp.WithDescription(text))',
      "cmd/text.go": 'package main\nvar text = "Looks."',
      "internal/names/names.go": 'package names\nconst Look = "look"',
    },
    ["look: Looks."],
  ],
  [
    "a helper of a helper",
    one(
      `${MARK3LABS}func convert(name, text string) mcp.Tool { return mcp.Tool{Name: name, Description: text} }\nfunc must(name, text string) mcp.Tool { return convert(name, text) }\nvar a = must("look", "Looks.")\nvar b = must("see", "Sees.")`,
    ),
    ["look: Looks.", "see: Sees."],
  ],
  [
    "a struct of the repository's own",
    {
      "go.mod": MOD,
      "api/tool.go": "package api\ntype Tool struct { Name, Description string }",
      "tools.go":
        'package main\nimport "example.com/sky/api"\nvar a = api.Tool{Name: "look", Description: "Looks.", InputSchema: nil}\nvar b = api.Tool{Name: "no tool"}',
    },
    ["look: Looks."],
  ],
  ["a copy of a tool", one(`${OFFICIAL}func f(tool Other) { use(&mcp.Tool{Name: tool.Name}) }`), []],
  ["a test", { "go.mod": MOD, "main_test.go": `${MARK3LABS}var t = mcp.NewTool("look")` }, []],
  [
    "NewTool of something else",
    one('package main\nimport "example.com/forge/tools"\nvar t = tools.NewTool("hammer")'),
    [],
  ],
];

test.each(CASES)("tools by %s", async (_, files, tools) => {
  expect(await toolsIn(files)).toEqual(tools);
});

test("a name that cannot be known is an issue and no tool", async () => {
  const { tools, issues } = await analyzeSource(one(`${MARK3LABS}var tool = mcp.NewTool(os.Getenv("TOOL_NAME"))`));
  expect(tools).toEqual([]);
  expect(issues).toContain("Registers a tool whose name could not be determined: main.go:3.");
});

test("what a tool takes, by the options of mcp-go", async () => {
  const options =
    'mcp.WithString("at", mcp.Required(), mcp.Description("Where."), mcp.Enum("here", "there")), mcp.WithNumber("times", mcp.DefaultNumber(3)), ' +
    'mcp.WithBoolean("quick"), mcp.WithArray("parts", mcp.Items(map[string]any{"type": "string"})), mcp.WithObject("more")';
  expect(await schemaIn(one(`${MARK3LABS}var tool = mcp.NewTool("look", ${options})`))).toEqual({
    type: "object",
    properties: {
      at: { type: "string", description: "Where.", enum: ["here", "there"] },
      times: { type: "number", default: 3 },
      quick: { type: "boolean" },
      parts: { type: "array", items: { type: "string" } },
      more: { type: "object" },
    },
    required: ["at"],
  });
});

test("what a tool takes, by a schema that is a struct", async () => {
  const schema =
    '&jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{"at": {Type: "string", Enum: []any{"here"}}}, Required: []string{"at"}}';
  expect(await schemaIn(one(`${OFFICIAL}var tool = mcp.Tool{Name: "look", InputSchema: ${schema}}`))).toEqual({
    type: "object",
    properties: { at: { type: "string", enum: ["here"] } },
    required: ["at"],
  });
});

test("what a tool takes, by a schema that is a map", async () => {
  const schema =
    'map[string]any{"type": "object", "properties": map[string]any{"at": map[string]any{"type": "string"}}, "required": []string{"at"}}';
  expect(await schemaIn(one(`${OFFICIAL}var tool = mcp.Tool{Name: "look", InputSchema: ${schema}}`))).toEqual({
    type: "object",
    properties: { at: { type: "string" } },
    required: ["at"],
  });
});

const FOXY =
  'package main\nimport (\n\t"github.com/strowk/foxy-contexts/pkg/mcp"\n\t"github.com/strowk/foxy-contexts/pkg/toolinput"\n)\n';
const inputs = (options: string): Files =>
  one(
    `${FOXY}func f() {\n\tschema := toolinput.NewToolInputSchema(${options})\n\tuse(&mcp.Tool{Name: "look", InputSchema: schema.GetMcpToolInputSchema()})\n}`,
  );

test("what a tool takes, by the inputs of foxy-contexts", async () => {
  const options = 'toolinput.WithRequiredString("at", "Where."), toolinput.WithNumber("times", "How often.")';
  expect(await schemaIn(inputs(options))).toEqual({
    type: "object",
    properties: { at: { type: "string", description: "Where." }, times: { type: "number", description: "How often." } },
    required: ["at"],
  });
});

test("inputs of foxy-contexts of which one is not known are no schema", async () => {
  expect(await schemaIn(inputs('toolinput.WithString("at", "Where."), more()'))).toBeUndefined();
});

test.each([
  ['server.NewMCPServer("sky", "1.0.0")', "sky"],
  ['mcp.NewServer(&mcp.Implementation{Name: "sky"}, nil)', "sky"],
  ["http.NewServer(3)", "made-up"],
])("%s is named %s", async (made, name) => {
  expect(await analyzeSource(one(`${MARK3LABS}func main() { ${made} }`))).toMatchObject({ name, framework: "go-sdk" });
});

test("variables that the source reads", async () => {
  const { environment_variables } = await analyzeSource(
    one(
      `${MARK3LABS}const key = "SKY_KEY"\nfunc main() { use(os.Getenv("SKY_URL"), os.Getenv(key), os.Getenv("HOME")); os.LookupEnv("SKY_ZONE") }`,
    ),
  );
  expect(environment_variables.map(({ name }) => name)).toEqual(["SKY_URL", "SKY_KEY", "SKY_ZONE"]);
});
