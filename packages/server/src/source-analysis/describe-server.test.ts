import { expect, test } from "vitest";
import { analyzeSource, type Files } from "../../test/analyze-source.js";
import type { AnalyzedVariable } from "./index.js";

const python = (project: string): Files => ({ "pyproject.toml": `[project]\n${project}` });
const npm = (json: object): Files => ({ "package.json": JSON.stringify(json) });

test.each<[Files, string | null]>([
  [python('version = "1.2.3"'), "1.2.3"],
  [python('version = "1.2.3-rc.1"'), "1.2.3-rc.1"],
  [{ "pyproject.toml": '[tool.poetry]\nversion = "0.3.0"' }, "0.3.0"],
  [npm({ version: "4.5.6" }), "4.5.6"],
  [{ ...python('version = "1.2.3"'), ...npm({ version: "4.5.6" }) }, "1.2.3"],
  [{ ...python('dynamic = ["version"]'), ...npm({ version: "4.5.6" }) }, "4.5.6"],
  [python('version = "1.2"'), null],
  [npm({ version: "v1.2.3" }), null],
  [npm({ version: 3 }), null],
  [{ "pyproject.toml": "[project\nversion" }, null],
  [{ "package.json": "{" }, null],
  [{}, null],
])("the version of %j is %s", async (files, version) => {
  expect((await analyzeSource(files)).version).toBe(version);
});

test.each<[Files, string | null, string[]]>([
  [npm({ name: "@made/up", bin: "./x.js" }), "npx", ["-y", "@made/up"]],
  [npm({ name: "made-up", bin: { other: "./x.js" } }), "npx", ["-y", "made-up"]],
  [npm({ name: "made-up" }), null, []],
  [python('name = "made-up"\nscripts = { made-up = "a:b" }'), "uvx", ["made-up"]],
  [python('name = "made-up"\n[project.scripts]\nother = "a:b"'), "uvx", ["--from", "made-up", "other"]],
  [python('name = "made-up"'), null, []],
  [
    { ...npm({ name: "a", bin: "x" }), "README.md": "docker run -i --rm ghcr.io/made/made-up-mcp:1" },
    "docker",
    ["run", "-i", "--rm", "ghcr.io/made/made-up-mcp:1"],
  ],
])("%j is started by %s %j", async (files, command, args) => {
  expect(await analyzeSource(files)).toMatchObject({ command, args });
});

const compose = (text: string): Files => ({ "docker-compose.yml": `services:\n${text}` });
const readme = (text: string): Files => ({ "README.md": text });

test.each<[string, Files, string | null, string | null]>([
  [
    "the image of what is built",
    compose("  db:\n    image: postgres\n  app:\n    build: .\n    image: made/app:1\n"),
    "made/app:1",
    null,
  ],
  [
    "an image of the server's name",
    compose("  db:\n    image: redis:7\n  app:\n    image: ghcr.io/made/made-up-mcp\n"),
    "ghcr.io/made/made-up-mcp",
    null,
  ],
  ["a default in it", compose("  app:\n    build: .\n    image: made/app:${TAG:-2}\n"), "made/app:2", null],
  ["only a database", compose("  db:\n    image: postgres:16\n"), null, null],
  ["a build without an image", compose("  app:\n    build: .\n"), null, "made-up:latest"],
  ["a Dockerfile", { Dockerfile: "FROM node" }, null, "made-up:latest"],
  ["docker run", readme("```\ndocker run -i --rm \\\n  -e KEY=x --name y mcp/made:1 --stdio\n```"), "mcp/made:1", null],
  [
    "docker as a command",
    readme('{"command": "docker", "args": ["run", "-i", "--rm", "-e", "KEY", "mcp/made"]}'),
    "mcp/made",
    null,
  ],
  ["another command", readme('{"command": "uv", "args": ["run", "mcp-made"]}'), null, null],
  ["a database in the README", readme("docker run -d -p 5432:5432 postgres:16"), null, null],
  ["the inspector", readme("docker run -it mcp/inspector"), null, null],
  [
    "what people build themselves",
    { ...readme("docker build -t made-mcp .\ndocker run -i made-mcp"), Dockerfile: "FROM node" },
    null,
    "made-mcp",
  ],
  ["broken YAML", { "compose.yaml": "services: [\n" }, null, null],
])("the image by %s", async (_, files, declared, suggested) => {
  expect(await analyzeSource(files)).toMatchObject({ docker_image: declared, docker_image_suggested: suggested });
});

test("variables come from all sources, described by the first that says something", async () => {
  const serverJson = {
    packages: [
      {
        environmentVariables: [{ name: "SKY_KEY", description: "From server.json." }, { name: "PATH" }],
        runtimeArguments: [{ value: "SKY_URL={url}", variables: { url: { description: "Where the sky is." } } }],
      },
    ],
    remotes: [{ variables: { SKY_REGION: { description: "Which sky." } } }],
  };
  const { environment_variables } = await analyzeSource({
    "server.json": JSON.stringify(serverJson),
    "README.md": [
      '{"env": {"SKY_KEY": "x", "SKY_TOKEN": "y"}, "OTHER_KEY": "no variable"}',
      "docker run -e SKY_MODE -e DOCKER_X=1 image",
      '"args": ["-e", "SKY_SIZE"]',
      "export SKY_SHELL=1",
      "- `SKY_MODE`: How it looks.",
      "| `SKY_TOKEN` | yes | Who asks. |",
    ].join("\n"),
    ".env.example": "# How long to wait.\nSKY_WAIT=3\nSKY_DEPTH=4 # How deep.\n\nSKY_KEY=\n",
    ".env": "SKY_PRIVATE=1",
    "server.py": 'import os\nos.getenv("SKY_WAIT")\nos.getenv("SKY_READ")\n',
  });
  expect(environment_variables.map(({ name, description }: AnalyzedVariable) => `${name}: ${description}`)).toEqual([
    "SKY_KEY: From server.json.",
    "SKY_URL: Where the sky is.",
    "SKY_REGION: Which sky.",
    "SKY_MODE: How it looks.",
    "SKY_SIZE: ",
    "SKY_SHELL: ",
    "SKY_TOKEN: Who asks.",
    "SKY_WAIT: How long to wait.",
    "SKY_DEPTH: How deep.",
    "SKY_READ: ",
  ]);
});

test.each<[Files, string]>([
  [{ ...python('description = "Of Python."'), ...npm({ description: "Of npm." }) }, "Of Python."],
  [npm({ description: "Of npm." }), "Of npm."],
  [{ "server.json": '{"description": "Of server.json."}' }, "Of server.json."],
  [
    readme(
      "# Made up\n\n[![badge](x)](y)\n\n```\ncode that is long enough to be a paragraph of its own\n```\n\nA server that looks at the sky and says what is there.\n",
    ),
    "A server that looks at the sky and says what is there.",
  ],
  [{}, ""],
])("the description of %j", async (files, description) => {
  expect((await analyzeSource(files)).description).toBe(description);
});
