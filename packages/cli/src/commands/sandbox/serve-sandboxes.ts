import { once } from "node:events";
import { warn } from "../../ask.js";
import type { Cli } from "../../cli.js";
import { ENDING_SIGNALS } from "../../install/interruption.js";
import { VERSION } from "../../version.js";
import { CallToolRequestSchema, ListToolsRequestSchema, Server, StdioServerTransport } from "./mcp-sdk.js";
import { runInSandbox, type SandboxResult } from "./run-in-sandbox.js";
import { readSandboxes, type SandboxSettings } from "./sandbox-settings.js";

/** One tool for each, also if two names differ only in characters that a tool's name cannot have. */
function toolsOf(sandboxes: readonly SandboxSettings[]): Map<string, SandboxSettings> {
  const tools = new Map<string, SandboxSettings>();
  for (const settings of sandboxes) {
    const name = `run_in_${settings.name.replaceAll(/[^A-Za-z0-9_-]/g, "_")}`;
    let free = name;
    for (let number = 2; tools.has(free); number += 1) free = `${name}_${number}`;
    tools.set(free, settings);
  }
  return tools;
}

const REMOVAL_SECONDS = 10;

/** `tack sandbox serve`: provides one tool per sandbox until the harness closes the input. No container outlives it unless it says so. */
export const serveSandboxes = (cli: Cli): Promise<void> => serveUntilClosed(cli, REMOVAL_SECONDS);

export async function serveUntilClosed(cli: Cli, removalSeconds: number): Promise<void> {
  const sandboxes = toolsOf(readSandboxes(cli.env["TACK_SANDBOXES"]));
  const end = new AbortController();
  const running = new Set<Promise<SandboxResult>>();
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
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const settings = sandboxes.get(params.name);
    const command = params.arguments?.["command"];
    if (!settings || typeof command !== "string") {
      return { content: [{ type: "text", text: `Unknown tool ${params.name}, or invalid arguments.` }], isError: true };
    }
    const stopped = AbortSignal.any([end.signal, signal]);
    const run = runInSandbox(cli, settings, command, { stopped, removalSeconds });
    running.add(run);
    const { text, isError } = await run.finally(() => running.delete(run));
    return { content: [{ type: "text", text }], isError };
  });
  // The second signal has its usual effect.
  const interrupt = (): void => {
    leaveSignals();
    end.abort();
  };
  const leaveSignals = (): void => {
    for (const signal of ENDING_SIGNALS) process.off(signal, interrupt);
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, interrupt);
  try {
    await server.connect(new StdioServerTransport(cli.stdin, cli.stdout));
    await Promise.race([once(cli.stdin, "end"), once(end.signal, "abort")]);
    end.abort();
    const ended = await Promise.all(running);
    warn(
      cli,
      ended.flatMap(({ notStopped }) => notStopped ?? []),
    );
    await server.close();
  } finally {
    leaveSignals();
  }
}
