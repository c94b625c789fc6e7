import { readToolName } from "../render/tool-names.js";

const MAX_LENGTH = 200;

/**
 * The MCP server that a tool in a transcript belongs to, in lower case; "" for a tool of the harness itself, and where the
 * name does not tell: OpenCode and Copilot CLI join server and tool with a character that both may contain.
 */
export function serverOfTool(name: string): string {
  if (!name.startsWith("mcp__") && !name.startsWith("@")) return "";
  const tool = readToolName(name);
  return tool.kind === "mcp" ? serverKey(tool.server) : "";
}

/** How server names compare: harnesses replace what they do not allow in a name, each by its own rule. */
export function serverKey(server: string): string {
  return server
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, MAX_LENGTH);
}
