import { expect, test } from "vitest";
import { type Files, schemaIn } from "../../../test/analyze-source.js";

const MOD = "module example.com/sky\n";
const OFFICIAL =
  'package main\nimport (\n\t"context"\n\t"encoding/json"\n\t"time"\n\t"example.com/other"\n\t"github.com/modelcontextprotocol/go-sdk/mcp"\n)\n';
const HANDLER =
  "func look(ctx context.Context, req *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, any, error) {}\n";
const TOOL = 'func main() { mcp.AddTool(server, &mcp.Tool{Name: "look"}, look) }\n';
const withTypes = (types: string): Files => ({ "go.mod": MOD, "main.go": `${OFFICIAL}${types}\n${HANDLER}${TOOL}` });

const text = { type: "string" };

const TYPES: [what: string, types: string, properties: unknown][] = [
  [
    "plain types",
    "type Input struct { A string; B bool; C, D int64; E float32; F uint8 }",
    {
      A: text,
      B: { type: "boolean" },
      C: { type: "integer" },
      D: { type: "integer" },
      E: { type: "number" },
      F: { type: "integer" },
    },
  ],
  ["names of tags", 'type Input struct { A string `json:"a"`; B string `json:",omitempty"` }', { a: text, B: text }],
  ["a tag in quotes", 'type Input struct { A string "json:\\"a\\"" }', { a: text }],
  ["no field of its own", 'type Input struct { A string `json:"-"`; b string; c string `json:"c"` }', {}],
  ["a pointer", 'type Input struct { A *string `json:"a"` }', { a: text }],
  [
    "lists",
    "type Input struct { A []string; B [2]int; C [][]string; D []any }",
    {
      A: { type: "array", items: text },
      B: { type: "array", items: { type: "integer" } },
      C: { type: "array", items: { type: "array", items: text } },
      D: { type: "array", items: {} },
    },
  ],
  [
    "maps",
    "type Input struct { A map[string]int; B map[string]any; C map[string]other.Thing }",
    { A: { type: "object", additionalProperties: { type: "integer" } }, B: { type: "object" }, C: { type: "object" } },
  ],
  ["anything", "type Input struct { A any; B interface{}; C json.RawMessage }", { A: {}, B: {}, C: {} }],
  [
    "times",
    "type Input struct { A time.Time; B *time.Time; C time.Duration }",
    {
      A: { type: "string", format: "date-time" },
      B: { type: "string", format: "date-time" },
      C: { type: "integer" },
    },
  ],
  ["names of other types", "type Zone string\ntype Alias = Zone\ntype Input struct { A Alias }", { A: text }],
  [
    "a struct inside",
    'type (\n\tSpot struct { X int `json:"x,omitempty"` }\n\tInput struct { A Spot; B []*Spot; C struct { D string } }\n)',
    {
      A: { type: "object", properties: { x: { type: "integer" } } },
      B: { type: "array", items: { type: "object", properties: { x: { type: "integer" } } } },
      C: { type: "object", properties: { D: text }, required: ["D"] },
    },
  ],
  [
    "embedded structs",
    'type Inner struct { Z string }\ntype Base struct { Inner; A string; B string }\ntype Input struct { *Base; other.Thing; A int; Named Base2 `json:"-"`; Inner `json:"inner"` }',
    {
      Z: text,
      A: { type: "integer" },
      B: text,
      inner: { type: "object", properties: { Z: text }, required: ["Z"] },
    },
  ],
  [
    "a struct that holds itself",
    "type Input struct { A string; Next *Input; All []Input; Other Other }\ntype Other struct { Back *Input }",
    {
      A: text,
      Next: { type: "object" },
      All: { type: "array", items: { type: "object" } },
      Other: { type: "object", properties: { Back: { type: "object" } }, required: ["Back"] },
    },
  ],
  ["a list of itself", "type Tree []Tree\ntype Input struct { A Tree }", { A: { type: "array" } }],
  [
    "type parameters",
    "type Page[T any] struct { Items []T }\ntype Input struct { A Page[string] }",
    {
      A: { type: "object", properties: { Items: { type: "array", items: text } }, required: ["Items"] },
    },
  ],
  [
    "types that cannot be known",
    'type Input struct { A other.Thing `jsonschema:"A thing."`; B Missing; C []other.Thing; D chan int; E []byte }',
    { A: { description: "A thing." }, B: {}, C: { type: "array" }, D: {}, E: {} },
  ],
  [
    "a type that reads its own JSON",
    "type Odd struct { A string }\nfunc (o *Odd) UnmarshalJSON(data []byte) error {}\ntype Input struct { A Odd }",
    { A: {} },
  ],
];

test.each(TYPES)("properties by %s", async (_, types, properties) => {
  expect(await schemaIn(withTypes(types))).toMatchObject({ type: "object" });
  expect((await schemaIn(withTypes(types))) as { properties: unknown }).toHaveProperty("properties", properties);
});

test("types of other files and other packages of the repository", async () => {
  const files = {
    "go.mod": MOD,
    "main.go": OFFICIAL.replace("example.com/other", "example.com/sky/spots") + HANDLER + TOOL,
    "input.go": 'package main\nimport places "example.com/sky/spots"\ntype Input struct { At places.Spot }',
    "spots/spot.go": "package spots\ntype Spot struct { Zone Zone }",
    "spots/zone.go": "package spots\ntype Zone string",
  };
  expect(await schemaIn(files)).toEqual({
    type: "object",
    properties: { At: { type: "object", properties: { Zone: text }, required: ["Zone"] } },
    required: ["At"],
  });
});

test("the official SDK requires what is not omitempty, and takes the whole tag for a description", async () => {
  const types =
    'type Input struct {\n\tA string `json:"a" jsonschema:"Where, and when."`\n\tB int `json:"b,omitempty" jsonschema:"How often."`\n\tC bool `json:"c,omitzero"`\n}';
  expect(await schemaIn(withTypes(types))).toEqual({
    type: "object",
    properties: {
      a: { type: "string", description: "Where, and when." },
      b: { type: "integer", description: "How often." },
      c: { type: "boolean" },
    },
    required: ["a"],
  });
});

const HELPER =
  'package main\nimport (\n\t"context"\n\t"github.com/invopop/jsonschema"\n\t"github.com/mark3labs/mcp-go/mcp"\n)\n' +
  "func must[T any](name, text string, handler func(context.Context, T) (string, error)) mcp.Tool { return mcp.Tool{Name: name, Description: text, RawInputSchema: reflected(handler)} }\n" +
  'func look(ctx context.Context, in Input) (string, error) {}\nvar tool = must("look", "Looks.", look)\n';

test("keywords of invopop/jsonschema", async () => {
  const types =
    'type Input struct {\n\tA string `json:"a" jsonschema:"required,enum=here,enum=there,default=here,description=Where\\\\, exactly"`\n' +
    '\tB int `json:"b" jsonschema:"default=10,enum=10,enum=20,minimum=1,maximum=30"`\n\tC []string `json:"c" jsonschema:"enum=x,enum=y,default=x,minItems=1"`\n' +
    '\tD bool `json:"d" jsonschema:"default=true,title=Quick"`\n\tE int `json:"e" jsonschema:"default=many"`\n' +
    '\tF string `json:"f" jsonschema:"pattern=^a$,format=uri" jsonschema_description:"An address, or none."`\n}\n' +
    "var reflector = jsonschema.Reflector{\n\tRequiredFromJSONSchemaTags: true,\n}";
  expect(await schemaIn({ "go.mod": MOD, "main.go": HELPER + types })).toEqual({
    type: "object",
    properties: {
      a: { type: "string", description: "Where, exactly", default: "here", enum: ["here", "there"] },
      b: { type: "integer", default: 10, minimum: 1, maximum: 30, enum: [10, 20] },
      c: { type: "array", items: { type: "string", enum: ["x", "y"] }, default: ["x"], minItems: 1 },
      d: { type: "boolean", default: true, title: "Quick" },
      e: { type: "integer" },
      f: { type: "string", pattern: "^a$", format: "uri", description: "An address, or none." },
    },
    required: ["a"],
  });
});

test("invopop/jsonschema requires what is not omitempty, unless it is told to go by tags", async () => {
  const types = 'type Input struct { A string `json:"a"`; B string `json:"b,omitempty"` }';
  expect(await schemaIn({ "go.mod": MOD, "main.go": HELPER + types })).toMatchObject({ required: ["a"] });
});

test("a struct with more fields than people write has no schema", async () => {
  const fields = Array.from({ length: 5000 }, (_, index) => `F${index} int`);
  expect(await schemaIn(withTypes(`type Input struct { ${fields.join("; ")} }`))).toBeUndefined();
});

test("what is deep inside of a large struct is left out", async () => {
  const fields = Array.from({ length: 300 }, (_, index) => `LongNameOfField${index} string`);
  const types = `type Large struct { ${fields.join("; ")} }\ntype Input struct { A, B Large }`;
  expect(await schemaIn(withTypes(types))).toEqual({
    type: "object",
    properties: { A: { type: "object" }, B: { type: "object" } },
    required: ["A", "B"],
  });
});

test("types that are nested deeply end", async () => {
  const types = `type Input struct { A ${"[]".repeat(10_000)}string; B ${"*".repeat(10_000)}string }`;
  expect(await schemaIn(withTypes(types))).toMatchObject({ properties: { A: { type: "array" }, B: {} } });
});

test("structs that hold each other many times end", async () => {
  const levels = Array.from(
    { length: 40 },
    (_, level) => `type L${level} struct { A, B, C L${level + 1}; L${level + 1} }`,
  );
  const types = `type Input struct { First string; Rest L0 }\n${levels.join("\n")}\ntype L40 struct { Z string }`;
  expect(await schemaIn(withTypes(types))).toMatchObject({ properties: { First: text, Rest: { type: "object" } } });
});
