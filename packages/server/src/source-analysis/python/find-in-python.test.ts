import { expect, test } from "vitest";
import { analyzeSource, type Files, toolsIn } from "../../../test/analyze-source.js";

const FASTMCP = 'from fastmcp import FastMCP\nmcp = FastMCP("weather")\n';
const LOW_LEVEL = 'from mcp.server import Server\nimport mcp.types as types\nserver = Server("notes")\n';
const body = (docstring: string): string => `    """${docstring}"""\n    return ""\n`;

const one = (source: string): Files => ({ "server.py": source });

const CASES: [what: string, files: Files, tools: string[]][] = [
  [
    "a bare decorator",
    one(`${FASTMCP}@mcp.tool\ndef look(place: str):\n${body("Looks outside.")}`),
    ["look: Looks outside."],
  ],
  ["a called one", one(`${FASTMCP}@mcp.tool()\nasync def look(place: str):\n${body("Looks.")}`), ["look: Looks."]],
  [
    "a name and a description",
    one(`${FASTMCP}@mcp.tool(name="see", description="Sees all.")\ndef look():\n${body("Not this.")}`),
    ["see: Sees all."],
  ],
  ["a name in the first place", one(`${FASTMCP}@mcp.tool("see")\ndef look():\n${body("Looks.")}`), ["see: Looks."]],
  ["a name that is None", one(`${FASTMCP}@mcp.tool(name=None)\ndef look():\n${body("Looks.")}`), ["look: Looks."]],
  [
    "a name that is a constant of another file",
    {
      "app/names.py": 'PREFIX = "sky_"\nLOOK = PREFIX + "look"\n',
      "app/server.py": `from .names import LOOK\n${FASTMCP}@mcp.tool(name=LOOK)\ndef f():\n${body("Looks.")}`,
    },
    ["sky_look: Looks."],
  ],
  [
    "the decorator as a function",
    one(`${FASTMCP}def look():\n${body("Looks.")}\nmcp.tool(name="see")(look)\n`),
    ["see: Looks."],
  ],
  ["add_tool", one(`${FASTMCP}def look():\n${body("Looks.")}\nmcp.add_tool(look, name="see")\n`), ["see: Looks."]],
  [
    "Tool.from_function",
    one(
      `from fastmcp.tools import Tool\n${FASTMCP}def look():\n${body("Looks.")}\nmcp.add_tool(Tool.from_function(look))\n`,
    ),
    ["look: Looks."],
  ],
  [
    "lists of functions, one after the other",
    one(
      `${FASTMCP}def a():\n${body("First.")}\ndef b():\n${body("Second.")}\nreads = [a]\nwrites = [b]\n` +
        "def add(server, tool):\n    server.add_tool(tool)\n" +
        "def main():\n    for tool in reads:\n        add(mcp, tool)\n    for tool in writes:\n        add(mcp, tool)\n",
    ),
    ["a: First.", "b: Second."],
  ],
  [
    "a prefix that is empty unless it is configured",
    one(
      'def prefix(namespace: str) -> str:\n    if namespace:\n        if namespace.endswith("-"):\n            return namespace\n' +
        '        else:\n            return namespace + "-"\n    else:\n        return ""\n' +
        `def create(namespace: str = ""):\n    before = prefix(namespace)\n    ${FASTMCP.replace("\nmcp", "\n    mcp")}` +
        `    @mcp.tool(name=before + "look")\n    def look():\n        """Looks."""\ndef main(namespace: str = ""):\n    create(namespace)\nmain(**read_options())\n`,
    ),
    ["look: Looks."],
  ],
  [
    "a prefix that is chosen by a condition",
    one(
      `ZONE = "sky"\n${FASTMCP}@mcp.tool(name=("" if not ZONE else ZONE + "-") + "look")\ndef look():\n${body("Looks.")}`,
    ),
    ["sky-look: Looks."],
  ],
  [
    "a server that is mounted in another",
    {
      "main.py": `from parts import parts\n${FASTMCP}mcp.mount(parts, prefix="car")\n`,
      "parts.py": `from fastmcp import FastMCP\nparts = FastMCP("parts")\n@parts.tool()\ndef list_all():\n${body("Lists.")}`,
    },
    ["car_list_all: Lists."],
  ],
  [
    "definitions of the SDK",
    one(
      `${LOW_LEVEL}@server.list_tools()\nasync def list_tools():\n    return [types.Tool(name="add", description="Adds a note.", inputSchema={})]\n`,
    ),
    ["add: Adds a note."],
  ],
  [
    "names of an enum, a text that is dedented",
    one(
      `from enum import Enum\nfrom textwrap import dedent\n${LOW_LEVEL}class Names(str, Enum):\n    ADD = "add"\n` +
        'TOOLS = [types.Tool(name=Names.ADD.value, description=dedent("""\n      Adds.\n        Twice.\n    """).strip(), inputSchema={})]\n',
    ),
    ["add: Adds.\n  Twice."],
  ],
  [
    "classes whose name comes through their constructors",
    one(
      `${LOW_LEVEL}class Handler:\n    def __init__(self, name):\n        self.name = name\n` +
        'class Add(Handler):\n    def __init__(self):\n        super().__init__("add")\n' +
        '    def describe(self):\n        return types.Tool(name=self.name, description="Adds.", inputSchema={})\n',
    ),
    ["add: Adds."],
  ],
  [
    "a class that its subclasses name",
    one(
      `${LOW_LEVEL}class Handler:\n    def describe(self):\n        return types.Tool(name=self.name, description=self.text, inputSchema={})\n` +
        'class Add(Handler):\n    name = "add"\n    text = "Adds."\nclass Drop(Handler):\n    name = "drop"\n    text = "Drops."\n',
    ),
    ["add: Adds.", "drop: Drops."],
  ],
  [
    "an f-string without values",
    one(`${FASTMCP}@mcp.tool(name=f"see")\ndef look():\n${body("Looks.")}`),
    ["see: Looks."],
  ],
  [
    "agents of other frameworks",
    one(`from pydantic_ai import Agent\nagent = Agent("x")\n@agent.tool\ndef look():\n${body("Looks.")}`),
    [],
  ],
  [
    "tools of other frameworks",
    one('from langchain import Tool\nTool(name="x", description="y", inputSchema={})\n'),
    [],
  ],
  ["tests", { "tests/server.py": `${FASTMCP}@mcp.tool\ndef look():\n${body("Looks.")}` }, []],
  ["vendored code", { "vendor/a/server.py": `${FASTMCP}@mcp.tool\ndef look():\n${body("Looks.")}` }, []],
];

test.each(CASES)("tools by %s", async (_, files, tools) => {
  expect(await toolsIn(files)).toEqual(tools);
});

test("a name that cannot be known is an issue and no tool", async () => {
  const source = `import os\n${FASTMCP}@mcp.tool(name=os.environ["TOOL"])\ndef look():\n${body("Looks outside, for a while.")}`;
  const { tools, issues } = await analyzeSource(one(source));
  expect(tools).toEqual([]);
  expect(issues).toContain("Registers a tool whose name could not be determined: server.py:4.");
});

test("tools that are made of an API description are an issue", async () => {
  const { issues } = await analyzeSource(
    one('from fastmcp import FastMCP\nmcp = FastMCP.from_openapi(spec, name="x")\n'),
  );
  expect(issues).toContain("Makes tools from an API description when it runs, which are not listed: server.py:2.");
});

test("a short description and parameters without annotations are issues", async () => {
  const { issues } = await analyzeSource(one(`${FASTMCP}@mcp.tool\ndef look(place, ctx, *rest):\n${body("Looks.")}`));
  expect(issues).toEqual([
    "The description of the tool look is shorter than 20 characters: server.py:4.",
    "The tool look has a parameter without a type annotation (place): server.py:4.",
  ]);
});

test.each([
  ['from mcp.server.fastmcp import FastMCP\nmcp = FastMCP("weather")\n', "weather", "fastmcp"],
  ['from fastmcp import FastMCP\nNAME = "sky"\nmcp = FastMCP(name=NAME)\n', "sky", "fastmcp"],
  ['from mcp.server import Server\napp = Server(name="notes")\n', "notes", "python-sdk"],
  ["from mcp.server import Server\napp = Server(read_name())\n", "made-up", "python-sdk"],
  ["import flask\n", "made-up", null],
])("%s is named %s and made with %s", async (source, name, framework) => {
  expect(await analyzeSource(one(source))).toMatchObject({ name, framework });
});

test("variables that the source reads", async () => {
  const source = `import os
from pydantic_settings import BaseSettings, SettingsConfigDict
KEY = "SKY_KEY"
a = os.environ["SKY_URL"], os.environ.get(KEY), os.getenv("SKY_ZONE", "x"), os.getenv("PATH"), os.getenv("lower")
class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="SKY_")
    timeout: int = 3
    region: str = Field(validation_alias="SKY_PLACE")
`;
  const { environment_variables } = await analyzeSource({ "app.py": source, "test_app.py": 'os.getenv("IN_TEST")' });
  expect(environment_variables.map(({ name }) => name)).toEqual([
    "SKY_URL",
    "SKY_KEY",
    "SKY_ZONE",
    "SKY_TIMEOUT",
    "SKY_PLACE",
  ]);
});
