import { describe, expect, test } from "vitest";
import { readPasted, type PastedServer } from "./index.js";

const serversIn = (text: string): readonly PastedServer[] => {
  const pasted = readPasted(text);
  if ("problem" in pasted) throw new Error(pasted.problem);
  return pasted.servers;
};
const problemOf = (text: string): string => {
  const pasted = readPasted(text);
  return "problem" in pasted ? pasted.problem : "none";
};
const NOTHING = { environment_variables: [], headers: [], left_out: [] };
const stdio = (name: string, command: string, args: readonly string[], more: object = {}): object => ({
  name,
  transport: "stdio",
  command,
  args,
  ...NOTHING,
  ...more,
});
const TICKETS = { command: "npx", args: ["-y", "@acme/tickets-mcp@1.4.0"] };
const expected = stdio("tickets", "npx", TICKETS.args);
const json = (value: unknown): string => JSON.stringify(value, null, 2);

describe("JSON", () => {
  test.each([
    ["of Claude and Cursor", json({ mcpServers: { tickets: TICKETS } })],
    ["of VS Code", json({ servers: { tickets: { type: "stdio", ...TICKETS } }, inputs: [] })],
    ["of VS Code's settings", json({ mcp: { servers: { tickets: TICKETS } } })],
    ["of Zed", json({ context_servers: { tickets: { source: "custom", ...TICKETS } } })],
    ["of opencode", json({ mcp: { tickets: { type: "local", command: ["npx", ...TICKETS.args] } } })],
    ["with a name inside", json({ name: "tickets", ...TICKETS })],
    ["that is a map of servers", json({ tickets: TICKETS })],
    ["without the braces around it", `"tickets": ${json(TICKETS)},`],
    ["without the braces around mcpServers", `"mcpServers": ${json({ tickets: TICKETS })}`],
    ["that misses its last brace", json({ mcpServers: { tickets: TICKETS } }).slice(0, -1)],
    [
      "with comments and commas",
      `// settings\n{ "mcpServers": { "tickets": { "command": "npx", /* x */ "args": ["-y", "@acme/tickets-mcp@1.4.0",], }, }, }`,
    ],
    ["in Markdown", "Add this:\n\n```json\n" + json({ mcpServers: { tickets: TICKETS } }) + "\n```\n\nThen restart."],
    ["with a byte order mark and CRLF", `\uFEFF${json({ mcpServers: { tickets: TICKETS } }).replaceAll("\n", "\r\n")}`],
  ])("%s", (_what, text) => {
    expect(serversIn(text)).toEqual([expected]);
  });

  test("of a server without a name is named after its package", () => {
    expect(serversIn(json(TICKETS))).toEqual([stdio("tickets-mcp", "npx", TICKETS.args)]);
  });

  test("keeps the names of variables and headers, and leaves their values out", () => {
    const env = { TICKETS_TOKEN: "tk-12345678", REGION: "${REGION}", EMPTY: "" };
    const [local] = serversIn(json({ mcpServers: { tickets: { ...TICKETS, env } } }));
    expect(local).toMatchObject({
      environment_variables: ["TICKETS_TOKEN", "REGION", "EMPTY"],
      left_out: ["TICKETS_TOKEN"],
    });
    const headers = { Authorization: "Bearer abcdefghijklmnop", "X-Team": "<team>" };
    const [remote] = serversIn(json({ mcpServers: { tickets: { url: "https://mcp.acme.example/mcp", headers } } }));
    expect(remote).toEqual({
      name: "tickets",
      transport: "streamable-http",
      url: "https://mcp.acme.example/mcp",
      environment_variables: [],
      headers: ["Authorization", "X-Team"],
      left_out: ["Authorization"],
    });
    expect(JSON.stringify([local, remote])).not.toMatch(/tk-1234|abcdefgh/);
  });

  test("leaves out secrets that stand in arguments and addresses", () => {
    const args = ["-y", "tickets", "--api-key", "sk-very-secret-1234567890"];
    const url = "https://user:hunter2hunter2@mcp.acme.example/sse?token=abcdef123456";
    const servers = serversIn(json({ mcpServers: { a: { command: "npx", args }, b: { url } } }));
    expect(JSON.stringify(servers)).not.toMatch(/very-secret|hunter2|abcdef123456/);
    expect(servers[0]?.environment_variables).toEqual(["API_KEY"]);
    expect(servers[1]?.transport).toBe("sse");
  });

  test("with several servers gives all of them", () => {
    const both = { tickets: TICKETS, remote: { type: "sse", url: "https://mcp.acme.example/events" } };
    expect(serversIn(json({ mcpServers: both })).map(({ name, transport }) => [name, transport])).toEqual([
      ["tickets", "stdio"],
      ["remote", "sse"],
    ]);
  });
});

test("TOML of Codex", () => {
  const text = `model = "o3"

[mcp_servers.tickets]
command = "npx"
args = ["-y", "@acme/tickets-mcp@1.4.0"]
env = { TICKETS_TOKEN = "tk-12345678" }

[mcp_servers.remote]
url = "https://mcp.acme.example/mcp"
bearer_token_env_var = "ACME_TOKEN"
`;
  expect(serversIn(text)).toEqual([
    { ...expected, environment_variables: ["TICKETS_TOKEN"], left_out: ["TICKETS_TOKEN"] },
    {
      name: "remote",
      transport: "streamable-http",
      url: "https://mcp.acme.example/mcp",
      ...NOTHING,
      environment_variables: ["ACME_TOKEN"],
    },
  ]);
});

describe("a command line", () => {
  test.each([
    [
      "npx -y @acme/tickets-mcp@1.4.0 --read-only",
      stdio("tickets-mcp", "npx", ["-y", "@acme/tickets-mcp@1.4.0", "--read-only"]),
    ],
    ["$ uvx tickets-mcp", stdio("tickets-mcp", "uvx", ["tickets-mcp"])],
    [
      "uvx --from git+https://github.com/acme/tickets tickets-server",
      stdio("tickets-server", "uvx", ["--from", "git+https://github.com/acme/tickets", "tickets-server"]),
    ],
    ["python -m acme.tickets", stdio("acme-tickets", "python", ["-m", "acme.tickets"])],
    ["node ./dist/index.js 'two words'", stdio("index", "node", ["./dist/index.js", "two words"])],
    ["npx \\\n  -y \\\n  tickets-mcp", stdio("tickets-mcp", "npx", ["-y", "tickets-mcp"])],
    ["tickets mcp serve --stdio", stdio("tickets", "tickets", ["mcp", "serve", "--stdio"])],
    [
      "TICKETS_TOKEN=tk-12345678 npx tickets-mcp",
      stdio("tickets-mcp", "npx", ["tickets-mcp"], {
        environment_variables: ["TICKETS_TOKEN"],
        left_out: ["TICKETS_TOKEN"],
      }),
    ],
    [
      "docker run -i --rm -e TICKETS_TOKEN=tk-12345678 --env REGION -v /data:/data ghcr.io/acme/tickets:1.4 --debug",
      stdio(
        "tickets",
        "docker",
        [
          "run",
          "-i",
          "--rm",
          "-e",
          "TICKETS_TOKEN",
          "--env",
          "REGION",
          "-v",
          "/data:/data",
          "ghcr.io/acme/tickets:1.4",
          "--debug",
        ],
        {
          docker_image: "ghcr.io/acme/tickets:1.4",
          environment_variables: ["TICKETS_TOKEN", "REGION"],
          left_out: ["TICKETS_TOKEN"],
        },
      ),
    ],
  ])("%s", (line, server) => {
    expect(serversIn(line)).toEqual([server]);
  });

  const added = { ...expected };
  const withToken = { ...expected, environment_variables: ["TOKEN"], left_out: ["TOKEN"] };
  const remote = {
    name: "tickets",
    transport: "streamable-http",
    url: "https://mcp.acme.example/mcp",
    ...NOTHING,
  };
  test.each([
    ["claude mcp add tickets -- npx -y @acme/tickets-mcp@1.4.0", added],
    ["claude mcp add tickets npx -y @acme/tickets-mcp@1.4.0", added],
    ['claude mcp add tickets "npx -y @acme/tickets-mcp@1.4.0"', added],
    ["claude mcp add --transport stdio -s user tickets -- npx -y @acme/tickets-mcp@1.4.0", added],
    ["claude mcp add tickets --env TOKEN=abcdefgh -- npx -y @acme/tickets-mcp@1.4.0", withToken],
    ["claude mcp add -e TOKEN=abcdefgh tickets -- npx -y @acme/tickets-mcp@1.4.0", withToken],
    ["gemini mcp add -s user -e TOKEN=abcdefgh tickets npx -y @acme/tickets-mcp@1.4.0", withToken],
    ["codex mcp add tickets -- npx -y @acme/tickets-mcp@1.4.0", added],
    ["claude mcp add --transport http tickets https://mcp.acme.example/mcp", remote],
    ["claude mcp add --transport=sse tickets https://mcp.acme.example/mcp", { ...remote, transport: "sse" }],
    [
      'claude mcp add --transport http tickets https://mcp.acme.example/mcp --header "Authorization: Bearer abcdefgh"',
      { ...remote, headers: ["Authorization"], left_out: ["Authorization"] },
    ],
    [`claude mcp add-json tickets '{"type":"stdio","command":"npx","args":["-y","@acme/tickets-mcp@1.4.0"]}'`, added],
  ])("%s", (line, server) => {
    expect(serversIn(line)).toEqual([server]);
  });

  test("of several, those that start a server", () => {
    const text =
      "# Install\nnpm install -g tickets-mcp\n\nclaude mcp add a -- npx a-mcp\nclaude mcp add b -- npx b-mcp\n";
    expect(serversIn(text).map(({ name }) => name)).toEqual(["a", "b"]);
  });
});

test.each([
  ["https://mcp.acme.example/mcp", "acme", "streamable-http"],
  ["https://tickets.example.com/sse", "tickets", "sse"],
  ["http://localhost:3000/mcp", "localhost", "streamable-http"],
])("the address %s", (url, name, transport) => {
  expect(serversIn(url)).toEqual([{ name, transport, url, ...NOTHING }]);
});

test.each([
  ["", "Nothing was pasted."],
  ["   \n ", "Nothing was pasted."],
  ["hello there", "“hello” is not a command that starts a server, a URL, JSON or TOML."],
  ["npm install -g tickets-mcp", "“npm …” prepares a machine, but does not start a server."],
  ["claude mcp list", "“claude …” prepares a machine, but does not start a server."],
  ["npx a | tee log", "It contains “|”. Paste a single command without shell operators."],
  ["npx 'a", "A ' is not closed."],
  ['{"name": "x", "version": "1"}', "The JSON has no MCP server: nothing in it has a command or a URL."],
  ['{"mcpServers": {"a": {"command": }}}', "Cannot read the JSON: it is not valid JSON."],
  ["[mcp_servers.x]\ncommand = ", "Cannot read the TOML."],
  ["x".repeat(200_001), "This is too long for a configuration. Paste only the server."],
])("says what it did not understand: %j", (text, problem) => {
  // Not every engine tells the place.
  expect(problemOf(text).replace(/ \(line \d+\)/, "")).toBe(problem);
});
