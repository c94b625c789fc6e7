import type { Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

export function registerMcp(program: Command, does: Does): void {
  program
    .command("mcp")
    .description("The registry as an MCP server")
    .command("serve")
    .description("Serve the registry over standard input and output, for MCP clients that start a command")
    .addHelpText("after", examples("tack mcp serve", "claude mcp add tackroom -- tack mcp serve"))
    .action(does(async () => (await import("./serve-mcp.js")).serveMcp));
}
