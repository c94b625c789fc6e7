import { expect, test } from "vitest";
import { schemaIn } from "../../../test/analyze-source.js";

const withParameters = (parameters: string, before = ""): Record<string, string> => ({
  "server.py": `from fastmcp import FastMCP\nmcp = FastMCP("x")\n${before}\n@mcp.tool\ndef f(${parameters}):\n    """Does it."""\n`,
});

const CASES: [parameters: string, properties: Record<string, unknown>, required?: string[]][] = [
  [
    "a: str, b: int, c: float, d: bool",
    { a: { type: "string" }, b: { type: "integer" }, c: { type: "number" }, d: { type: "boolean" } },
    ["a", "b", "c", "d"],
  ],
  ["a: list[str]", { a: { type: "array", items: { type: "string" } } }, ["a"]],
  ["a: dict[str, int] = {}", { a: { type: "object", default: {} } }],
  ["a: Optional[str] = None, b: int | None = None", { a: { type: "string" }, b: { type: "integer" } }],
  ["a: str | int", { a: { anyOf: [{ type: "string" }, { type: "integer" }] } }, ["a"]],
  ['a: Literal["x", "y"] = "x"', { a: { enum: ["x", "y"], default: "x" } }],
  ['a: Annotated[str, Field(description="What.")]', { a: { type: "string", description: "What." } }, ["a"]],
  ['a: Annotated[int, "How many."] = 3', { a: { type: "integer", description: "How many.", default: 3 } }],
  ['a: str = Field(description="What.")', { a: { type: "string", description: "What." } }, ["a"]],
  ['a: str = Field("x", description="What.")', { a: { type: "string", description: "What.", default: "x" } }],
  ["a: str, ctx: Context, *args, **kwargs", { a: { type: "string" } }, ["a"]],
  ["a: Unheard, b", { a: {}, b: {} }, ["a", "b"]],
];

test.each(CASES)("(%s)", async (parameters, properties, required) => {
  expect(await schemaIn(withParameters(parameters))).toEqual({
    type: "object",
    properties,
    ...(required ? { required } : {}),
  });
});

test("models, enums and aliases are followed", async () => {
  const before = `
class Kind(str, Enum):
    A = "a"
    B = "b"
class Model(BaseModel):
    kind: Kind
    parts: list[int] = []
Name = Annotated[str, Field(description="Its name.")]
`;
  expect(await schemaIn(withParameters("model: Model, name: Name", before))).toMatchObject({
    properties: {
      model: { properties: { kind: { enum: ["a", "b"] }, parts: { type: "array", default: [] } }, required: ["kind"] },
      name: { type: "string", description: "Its name." },
    },
  });
});

test("a definition's literal schema, and the schema of a model", async () => {
  const source = (schema: string): Record<string, string> => ({
    "s.py": `from mcp.types import Tool\nclass Add(BaseModel):\n    text: str\nTool(name="add", description="Adds it.", inputSchema=${schema})\n`,
  });
  const schema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
  expect(await schemaIn(source(JSON.stringify(schema)))).toEqual(schema);
  expect(await schemaIn(source("Add.model_json_schema()"))).toEqual(schema);
});
