import { describe, expect, test } from "vitest";
import { belongsToItem } from "../commands/registry/release-body.js";
import { temporaryMachine } from "../scan/testing/temporary-machine.js";
import { readSubmission, type SubmitOptions } from "./read-submission.js";

const FLAGS: SubmitOptions = { category: "developer-tools", description: "Tracks issues", itemVersion: "1.4.0" };

async function submitted(name: string, content: unknown, flags: SubmitOptions = FLAGS): Promise<unknown> {
  using machine = temporaryMachine();
  machine.write({ [name]: typeof content === "string" ? content : JSON.stringify(content) });
  return readSubmission(machine.cli, "mcp", name, flags);
}

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
const SERVER = {
  $schema: SCHEMA,
  name: "io.github.acme/tracker",
  description: "Tracks issues",
  version: "1.4.0",
  repository: { url: "https://github.com/acme/tracker", source: "github" },
};
const TOKEN = { name: "TRACKER_TOKEN", description: "From your profile", isRequired: true, isSecret: true };

describe("server.json", () => {
  test.each([
    ["npm", "@acme/tracker", { command: "npx", args: ["-y", "@acme/tracker@1.4.0"] }],
    ["pypi", "acme-tracker", { command: "uvx", args: ["acme-tracker@1.4.0"] }],
    ["nuget", "Acme.Tracker", { command: "dnx", args: ["Acme.Tracker@1.4.0", "--yes"] }],
    [
      "oci",
      "ghcr.io/acme/tracker",
      {
        command: "docker",
        args: ["run", "-i", "--rm", "-e", "TRACKER_TOKEN", "ghcr.io/acme/tracker:1.4.0"],
        docker_image: "ghcr.io/acme/tracker:1.4.0",
      },
    ],
  ])("a package of %s is started at its version", async (registryType, identifier, reach) => {
    const entry = {
      registryType,
      identifier,
      version: "1.4.0",
      transport: { type: "stdio" },
      environmentVariables: [TOKEN],
    };
    expect(await submitted("server.json", { ...SERVER, packages: [entry] }, { category: "developer-tools" })).toEqual({
      name: "tracker",
      description: "Tracks issues",
      version: "1.4.0",
      category: "developer-tools",
      git_url: "https://github.com/acme/tracker",
      transport: "stdio",
      environment_variables: [{ name: "TRACKER_TOKEN", description: "From your profile", required: true }],
      ...reach,
    });
  });

  test("arguments: fixed ones as they are, needed ones as variables, others left out", async () => {
    const packageArguments = [
      { type: "positional", value: "serve" },
      { type: "named", name: "--port", default: "8080" },
      { type: "named", name: "--project-key", isRequired: true, description: "Which project" },
      { type: "positional", valueHint: "extra_path" },
    ];
    const entry = {
      registryType: "npm",
      identifier: "tracker",
      version: "2.0.0",
      transport: { type: "stdio" },
      packageArguments,
    };
    expect(await submitted("server.json", { ...SERVER, packages: [entry] })).toMatchObject({
      args: ["-y", "tracker@2.0.0", "serve", "--port", "8080", "--project-key", "${PROJECT_KEY}"],
      environment_variables: [{ name: "PROJECT_KEY", description: "Which project", required: true }],
    });
  });

  test("a remote server", async () => {
    const headers = [{ name: "Authorization", description: "Bearer token", isRequired: true, isSecret: true }];
    const remotes = [{ type: "streamable-http", url: "https://mcp.acme.test/mcp", headers }];
    expect(await submitted("server.json", { ...SERVER, remotes })).toMatchObject({
      url: "https://mcp.acme.test/mcp",
      transport: "streamable-http",
      headers: [{ name: "Authorization", description: "Bearer token", required: true }],
    });
  });

  test("one that says neither", async () => {
    const { repository: _repository, ...rest } = SERVER;
    await expect(submitted("server.json", rest)).rejects.toThrow("does not specify how to start or reach the server");
  });
});

describe("the file of a harness", () => {
  test("whose limits would be lost is refused, and what else is left out is told", async () => {
    const entry = { command: "uvx", args: ["db@1.0.0"], env: { READ_ONLY: "1" }, cwd: "/srv", timeout: 9000 };
    const limited = { ...entry, disabledTools: ["drop_table"] };
    await expect(submitted(".mcp.json", { mcpServers: { db: limited } })).rejects.toThrow(
      "The registry does not support its disabledTools, which restrict what may be used of it.",
    );
    using machine = temporaryMachine();
    const all = { ...entry, tools: ["*"], autoApprove: ["select"], disabledTools: [] };
    machine.write({ ".mcp.json": JSON.stringify({ mcpServers: { db: all, limited } }) });
    expect(await readSubmission(machine.cli, "mcp", ".mcp.json", { ...FLAGS, name: "db" })).toMatchObject({
      command: "uvx",
    });
    expect(machine.printed().err).toContain("does not support it: cwd, timeout, autoApprove");
    expect(machine.printed().err).toContain("The values of READ_ONLY are not submitted, only their names.");
    await expect(readSubmission(machine.cli, "mcp", ".mcp.json", { ...FLAGS, name: "limited" })).rejects.toThrow(
      "disabledTools",
    );
  });

  const tracker = {
    command: "npx",
    args: ["-y", "@acme/tracker@1.4.0", "--token", "s3cr3t-1"],
    env: { TRACKER_URL: "s3cr3t-2" },
  };
  const remote = { type: "http", url: "https://mcp.acme.test/mcp", headers: { Authorization: "Bearer s3cr3t-3" } };

  test("the names of variables and headers, no values", async () => {
    const body = await submitted(".mcp.json", { mcpServers: { tracker } });
    expect(JSON.stringify(body)).not.toContain("s3cr3t");
    expect(body).toEqual({
      name: "tracker",
      version: "1.4.0",
      description: "Tracks issues",
      category: "developer-tools",
      command: "npx",
      args: ["-y", "@acme/tracker@1.4.0", "--token", "${TOKEN}"],
      transport: "stdio",
      environment_variables: [
        { name: "TRACKER_URL", description: "", required: true },
        { name: "TOKEN", description: "", required: true },
      ],
    });
  });

  test("one of several, chosen by its name", async () => {
    const servers = { mcpServers: { tracker, search: remote } };
    await expect(submitted("mcp.json", servers)).rejects.toThrow("several servers: tracker, search");
    expect(await submitted("mcp.json", servers, { ...FLAGS, name: "search" })).toMatchObject({
      name: "search",
      url: "https://mcp.acme.test/mcp",
      transport: "streamable-http",
      headers: [{ name: "Authorization", description: "", required: true }],
    });
  });

  test("an entry alone, and Codex's TOML", async () => {
    expect(await submitted("entry.json", tracker, { ...FLAGS, name: "t" })).toMatchObject({
      name: "t",
      command: "npx",
    });
    const toml = '[mcp_servers.tracker]\ncommand = "npx"\nargs = ["tracker@1.0.0"]\nenv_vars = ["TRACKER_TOKEN"]\n';
    expect(await submitted("config.toml", toml)).toMatchObject({
      name: "tracker",
      environment_variables: [{ name: "TRACKER_TOKEN" }],
    });
  });

  test("a file without servers", async () => {
    await expect(submitted("mcp.json", { mcpServers: {} })).rejects.toThrow("contains no MCP server");
  });
});

test("a package with bin", async () => {
  const bin = { tracker: "./dist/main.js" };
  const manifest = {
    name: "@acme/tracker",
    version: "1.4.0",
    description: "Tracks",
    bin,
    repository: { url: "git+https://github.com/acme/tracker.git" },
  };
  expect(await submitted("package.json", manifest, { category: "general" })).toEqual({
    name: "tracker",
    version: "1.4.0",
    description: "Tracks",
    category: "general",
    command: "npx",
    args: ["-y", "@acme/tracker@1.4.0"],
    transport: "stdio",
    framework: "typescript",
    git_url: "https://github.com/acme/tracker.git",
  });
  await expect(submitted("package.json", { name: "x", version: "1.0.0" })).rejects.toThrow("has no bin");
});

test("a folder is looked through for the most telling file", async () => {
  using machine = temporaryMachine();
  const entry = { registryType: "npm", identifier: "from-server-json", transport: { type: "stdio" } };
  machine.write({
    "server.json": JSON.stringify({ ...SERVER, packages: [entry] }),
    "package.json": JSON.stringify({ name: "from-package", version: "1.0.0", bin: "x.js" }),
  });
  expect(await readSubmission(machine.cli, "mcp", ".", FLAGS)).toMatchObject({
    args: ["-y", "from-server-json@1.4.0"],
  });
});

test("a repository with a ref", async () => {
  using machine = temporaryMachine();
  expect(await readSubmission(machine.cli, "mcp", "https://github.com/acme/tracker.git#v1.4.0", FLAGS)).toEqual({
    name: "tracker",
    git_url: "https://github.com/acme/tracker.git",
    git_ref: "v1.4.0",
    version: "1.4.0",
    description: "Tracks issues",
    category: "developer-tools",
  });
});

test("a folder of a repository is rejected: the registry has no place for it", async () => {
  using machine = temporaryMachine();
  const url = "https://github.com/acme/tools/tree/main/servers/tracker";
  await expect(readSubmission(machine.cli, "mcp", url, FLAGS)).rejects.toMatchObject({
    category: "usage",
    details: { remediation: expect.stringContaining("https://github.com/acme/tools,") as string },
  });
});

test("a further version is not asked for what belongs to the item", async () => {
  using machine = temporaryMachine();
  const { category: _category, ...flags } = FLAGS;
  const url = "https://github.com/acme/tracker";
  await expect(readSubmission(machine.cli, "mcp", url, flags)).rejects.toMatchObject({ category: "usage" });
  const isAsked = (member: string): boolean => !belongsToItem("mcp", member);
  expect(await readSubmission(machine.cli, "mcp", url, { ...flags, isAsked })).toMatchObject({ git_url: url });
});
