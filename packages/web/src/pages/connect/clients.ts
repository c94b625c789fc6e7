/** What one has to do in a client. In texts, ADDRESS stands for the address of the catalogue and SERVER for the server's. */
export interface ClientStep {
  readonly label: string;
  readonly text: string;
}

export interface Client {
  readonly id: string;
  readonly name: string;
  /** What it reads of the registry, in a few words. */
  readonly reads: string;
  /** With the address of a feed, or of the public registry. None: it speaks MCP only. */
  readonly catalogue: readonly ClientStep[];
  /** What has to be known about it. */
  readonly hint?: string;
  /** How it is told of the registry's own MCP server. */
  readonly mcp?: ClientStep;
}

export const ADDRESS = "{address}";
export const SERVER = "{server}";

const run = (text: string): ClientStep => ({ label: "the command", text });
const marketplace = `${ADDRESS}/marketplace.git`;

const mcp = `${SERVER}/mcp`;

/** As the clients take them. */
export const CLIENTS: readonly Client[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    reads: "plugins",
    catalogue: [run(`claude plugin marketplace add ${marketplace}`)],
    hint: "Then choose plugins with /plugin in Claude Code.",
    mcp: run(`claude mcp add --transport http tackroom ${mcp}`),
  },
  {
    id: "codex",
    name: "Codex",
    reads: "plugins",
    catalogue: [run(`codex plugin marketplace add ${marketplace}`)],
    hint: "Then choose plugins with /plugins in Codex.",
    mcp: run(`codex mcp add tackroom --url ${mcp}`),
  },
  {
    id: "copilot-cli",
    name: "Copilot CLI",
    reads: "plugins",
    catalogue: [run(`copilot plugin marketplace add ${marketplace}`)],
    hint: "Then choose plugins with /plugin in Copilot CLI.",
    mcp: run(`copilot mcp add --transport http tackroom ${mcp}`),
  },
  {
    id: "vscode",
    name: "VS Code",
    reads: "plugins and MCP servers",
    catalogue: [
      {
        label: "settings.json",
        text: JSON.stringify(
          { "chat.plugins.marketplaces": [marketplace], "chat.mcp.gallery.serviceUrl": ADDRESS },
          null,
          2,
        ),
      },
    ],
    hint: "Add both lines to your user settings. Organizations set the second one as a policy of Copilot.",
    mcp: { label: "mcp.json", text: JSON.stringify({ servers: { tackroom: { type: "http", url: mcp } } }, null, 2) },
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    reads: "extensions",
    catalogue: [
      run(`export GEMINI_CLI_EXTENSION_REGISTRY_URI=${ADDRESS}/gemini/extensions.json`),
      run(`gemini extensions install ${ADDRESS}/gemini/NAME.git`),
    ],
    hint: "Replace NAME by the name of an extension in that list. Gemini CLI refuses registries at private addresses; installing works from everywhere.",
    mcp: run(`gemini mcp add --transport http tackroom ${mcp}`),
  },
  {
    id: "opencode",
    name: "OpenCode",
    reads: "skills",
    catalogue: [
      {
        label: "opencode.json",
        text: JSON.stringify({ skills: { urls: [`${ADDRESS}/.well-known/skills/`] } }, null, 2),
      },
    ],
    mcp: {
      label: "opencode.json",
      text: JSON.stringify({ mcp: { tackroom: { type: "remote", url: mcp } } }, null, 2),
    },
  },
  {
    id: "cursor",
    name: "Cursor",
    reads: "skills",
    catalogue: [run(`npx skills add ${ADDRESS} --agent cursor`)],
    mcp: {
      label: "~/.cursor/mcp.json",
      text: JSON.stringify({ mcpServers: { tackroom: { url: mcp } } }, null, 2),
    },
  },
  {
    id: "skills",
    name: "npx skills",
    reads: "skills for any agent",
    catalogue: [run(`npx skills add ${ADDRESS} --list`), run(`npx skills add ${ADDRESS}`)],
  },
  {
    id: "mcp",
    name: "Any MCP client",
    reads: "MCP",
    catalogue: [],
    mcp: { label: "the address", text: mcp },
  },
];
