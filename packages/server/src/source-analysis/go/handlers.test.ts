import { expect, test } from "vitest";
import { analyzeSource, type Files, schemaIn, toolsIn } from "../../../test/analyze-source.js";

const files = (sdk: string, source: string): Files => ({
  "go.mod": "module example.com/sky\n",
  "main.go": `package main\nimport (\n\t"context"\n\t"example.com/other"\n\t"${sdk}"\n)\ntype Input struct { At string }\ntype Output struct { Seen string }\n${source}`,
});
const official = (source: string): Files => files("github.com/modelcontextprotocol/go-sdk/mcp", source);
const mark3labs = (source: string): Files => files("github.com/mark3labs/mcp-go/mcp", source);

const PARAMETERS = "(ctx context.Context, req *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, Output, error)";
const TOOL = '&mcp.Tool{Name: "look"}';
const LOOK = `func look${PARAMETERS} {}\n`;

const FOUND: [what: string, files: Files][] = [
  ["a function", official(`${LOOK}func main() { mcp.AddTool(server, ${TOOL}, look) }`)],
  ["a function literal", official(`func main() { mcp.AddTool(server, ${TOOL}, func${PARAMETERS} {}) }`)],
  [
    "a literal that a variable holds",
    official(`func main() { f := func${PARAMETERS} {}; mcp.AddTool(server, ${TOOL}, f) }`),
  ],
  [
    "parameters without names",
    official(
      `func look(context.Context, *mcp.CallToolRequest, *Input) (*mcp.CallToolResult, any, error) {}\nfunc main() { mcp.AddTool(server, ${TOOL}, look) }`,
    ),
  ],
  ["type arguments", official(`func main() { mcp.AddTool[Input, Output](server, ${TOOL}, other.Look) }`)],
  ["one type argument", official(`func main() { mcp.AddTool[Input](server, ${TOOL}, other.Look) }`)],
  [
    "a method of a receiver",
    official(
      `type T struct {}\ntype U struct {}\nfunc (t *T) look${PARAMETERS} {}\nfunc (u U) look(a int) {}\nfunc (t *T) add() { mcp.AddTool(server, ${TOOL}, t.look) }`,
    ),
  ],
  [
    "a method of a variable",
    official(
      `type T struct {}\ntype U struct {}\nfunc newT() (*T, error) {}\nfunc (t *T) look${PARAMETERS} {}\nfunc (u U) look(a int) {}\nfunc main() { t, err := newT(); mcp.AddTool(server, ${TOOL}, t.look) }`,
    ),
  ],
  [
    "a method of a field",
    official(
      `type T struct {}\ntype U struct { t T }\nfunc (t T) look${PARAMETERS} {}\nfunc (u U) look(a int) {}\nfunc (u U) add() { mcp.AddTool(server, ${TOOL}, u.t.look) }`,
    ),
  ],
  [
    "a method that returns it",
    official(
      `type T struct {}\nfunc (t T) look() mcp.ToolHandlerFor[Input, Output] { return func${PARAMETERS} {} }\nfunc main() { mcp.AddTool(server, ${TOOL}, T{}.look()) }`,
    ),
  ],
  ["a wrapper", official(`${LOOK}func main() { mcp.AddTool(server, ${TOOL}, other.Traced("look", look)) }`)],
  [
    "a tool that a function returns",
    official(`${LOOK}func tool() *mcp.Tool { return ${TOOL} }\nfunc main() { mcp.AddTool(server, tool(), look) }`),
  ],
  ["a tool that a variable holds", official(`${LOOK}func main() { tool := ${TOOL}; mcp.AddTool(server, tool, look) }`)],
  [
    "a helper",
    official(
      `${LOOK}func add[In any](name string, handler mcp.ToolHandlerFor[In, Output]) { mcp.AddTool(server, &mcp.Tool{Name: name}, handler) }\nfunc main() { add("look", look) }`,
    ),
  ],
  [
    "a helper with a handler of its own",
    official(
      `func look(ctx context.Context, in Input) (string, error) {}\nfunc add[In any](name string, inner func(context.Context, In) (string, error)) { mcp.AddTool(server, &mcp.Tool{Name: name}, func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {}) }\nfunc main() { add("look", look) }`,
    ),
  ],
  [
    "a type that is declared in a function",
    official(
      `func main() {\n\ttype Local struct { At string }\n\tmcp.AddTool(server, ${TOOL}, func(ctx context.Context, req *mcp.CallToolRequest, in Local) (*mcp.CallToolResult, any, error) {})\n}`,
    ),
  ],
  [
    "an earlier version of the official SDK",
    official(
      'func look(ctx context.Context, session *mcp.ServerSession, params *mcp.CallToolParamsFor[Input]) (*mcp.CallToolResultFor[any], error) {}\nfunc main() { server.AddTools(mcp.NewServerTool("look", "Looks.", look)) }',
    ),
  ],
];

test.each(FOUND)("the schema of a handler by %s", async (_, source) => {
  expect(await schemaIn(source)).toEqual({ type: "object", properties: { At: { type: "string" } }, required: ["At"] });
});

const TYPED = "func look(ctx context.Context, req mcp.CallToolRequest, in Input) (*mcp.CallToolResult, error) {}\n";
const MARK3LABS: [what: string, files: Files][] = [
  [
    "a typed handler",
    mark3labs(`${TYPED}func main() { s.AddTool(mcp.NewTool("look"), mcp.NewTypedToolHandler(look)) }`),
  ],
  [
    "a typed handler and a variable",
    mark3labs(
      `${TYPED}func main() { tool := mcp.NewTool("look"); run := mcp.NewTypedToolHandler(look); s.AddTool(tool, run) }`,
    ),
  ],
  [
    "a tool and its handler in a struct",
    mark3labs(`${TYPED}var a = server.ServerTool{Tool: mcp.NewTool("look"), Handler: mcp.NewTypedToolHandler(look)}`),
  ],
];

test.each(MARK3LABS)("the schema of mcp-go's handlers by %s", async (_, source) => {
  expect(await schemaIn(source)).toEqual({ type: "object", properties: { At: { type: "string" } } });
});

test("the schema of an option with a type", async () => {
  const source = mark3labs('var tool = mcp.NewTool("look", mcp.WithInputSchema[Input]())');
  expect(await schemaIn(source)).toEqual({ type: "object", properties: { At: { type: "string" } }, required: ["At"] });
});

const OTHERS: [what: string, files: Files, schema: unknown][] = [
  [
    "a schema that is given",
    official(
      `${LOOK}func main() { mcp.AddTool(server, &mcp.Tool{Name: "look", InputSchema: &jsonschema.Schema{Type: "object"}}, look) }`,
    ),
    { type: "object" },
  ],
  [
    "a schema that is given and not known",
    official(`${LOOK}func main() { mcp.AddTool(server, &mcp.Tool{Name: "look", InputSchema: other.Schema}, look) }`),
    undefined,
  ],
  [
    "options",
    mark3labs(
      `${TYPED}func main() { s.AddTool(mcp.NewTool("look", mcp.WithNumber("n")), mcp.NewTypedToolHandler(look)) }`,
    ),
    { type: "object", properties: { n: { type: "number" } } },
  ],
];

test.each(OTHERS)("%s comes before the handler", async (_, source, schema) => {
  expect(await schemaIn(source)).toEqual(schema);
});

test("options of a tool come before the handler of another with its name", async () => {
  const also =
    'package main\nimport "github.com/mark3labs/mcp-go/mcp"\nvar tool = mcp.NewTool("look", mcp.WithDescription("Looks."), mcp.WithNumber("n"))';
  const tool = '&mcp.Tool{Name: "look", Description: "Looks."}';
  const source = official(`${LOOK}func main() { mcp.AddTool(server, ${tool}, look) }`);
  expect(await schemaIn({ ...source, "other.go": also })).toEqual({
    type: "object",
    properties: { n: { type: "number" } },
  });
});

const NONE: [what: string, files: Files][] = [
  ["a function of another package", official(`func main() { mcp.AddTool(server, ${TOOL}, other.Look) }`)],
  [
    "a type of another package",
    official(
      `func look(ctx context.Context, req *mcp.CallToolRequest, in other.Input) (any, any, error) {}\nfunc main() { mcp.AddTool(server, ${TOOL}, look) }`,
    ),
  ],
  [
    "a map",
    official(
      `func look(ctx context.Context, req *mcp.CallToolRequest, in map[string]any) (any, any, error) {}\nfunc main() { mcp.AddTool(server, ${TOOL}, look) }`,
    ),
  ],
  [
    "a type parameter with the name of a type",
    official(
      `func look[Input any](ctx context.Context, req *mcp.CallToolRequest, in Input) (any, any, error) {}\nfunc main() { mcp.AddTool(server, ${TOOL}, look) }`,
    ),
  ],
  [
    "functions that answer no calls",
    official(
      `func open(in Input) error {}\nfunc main() { mcp.AddTool(server, ${TOOL}, run, open, func(ctx context.Context, in Output) {}) }`,
    ),
  ],
  [
    "two handlers",
    official(
      `${LOOK}func see(ctx context.Context, in Output) error {}\nfunc main() { both(server, ${TOOL}, look, see) }`,
    ),
  ],
  [
    "a type that writes its own schema",
    official(
      `${LOOK}func (in Input) JSONSchema() *jsonschema.Schema {}\nfunc main() { mcp.AddTool(server, ${TOOL}, look) }`,
    ),
  ],
];

test.each(NONE)("no schema by %s", async (_, source) => {
  const { tools } = await analyzeSource(source);
  expect(tools).toEqual([{ name: "look", docstring: "" }]);
});

test("tools of an earlier version of the official SDK", async () => {
  const source = official('func main() { server.AddTools(mcp.NewServerTool("look", "Looks.", other.Look)) }');
  expect(await toolsIn(source)).toEqual(["look: Looks."]);
});
