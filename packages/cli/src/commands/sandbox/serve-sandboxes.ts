import { once } from "node:events";
import type { Cli } from "../../cli.js";
import { VERSION } from "../../version.js";
import { CallToolRequestSchema, ListToolsRequestSchema, Server, StdioServerTransport } from "./mcp-sdk.js";
import { runInSandbox } from "./run-in-sandbox.js";
import { readSandboxes, type SandboxSettings } from "./sandbox-settings.js";

const toolName = ({ name }: SandboxSettings): string => `run_in_${name.replaceAll(/[^A-Za-z0-9_-]/g, "_")}`;

/** `tack sandbox serve`: provides one tool per sandbox until the harness closes the input. */
export async function serveSandboxes(cli: Cli): Promise<void> {
  const sandboxes = new Map(readSandboxes(cli.env["TACK_SANDBOXES"]).map((settings) => [toolName(settings), settings]));
  const server = new Server({ name: "tackroom-sandbox", version: VERSION }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...sandboxes].map(([name, settings]) => ({
      name,
      description: `Runs a shell command in the sandbox ${settings.name} (${settings.image}); the project is at /work.`,
      inputSchema: {
        type: "object" as const,
        properties: { command: { type: "string", description: "The shell command to run with sh -c" } },
        required: ["command"],
      },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const settings = sandboxes.get(params.name);
    const command = params.arguments?.["command"];
    if (!settings || typeof command !== "string") {
      return { content: [{ type: "text", text: `Unknown tool ${params.name}, or invalid arguments.` }], isError: true };
    }
    const { text, isError } = await runInSandbox(cli, settings, command);
    return { content: [{ type: "text", text }], isError };
  });
  await server.connect(new StdioServerTransport(cli.stdin, cli.stdout));
  await once(cli.stdin, "end");
  await server.close();
}
