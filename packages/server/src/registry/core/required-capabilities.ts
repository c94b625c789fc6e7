import type { Fields } from "./fields.js";

const CAPABILITIES: Readonly<Record<string, string>> = {
  skill: "skills",
  hook: "hooks",
  mcp: "mcp_servers",
  prompt: "prompts",
  // A sandbox reaches the model as an MCP server.
  sandbox: "mcp_servers",
};

export function requiredCapabilities(types: readonly string[], { external_mcps }: Fields): string[] {
  const external = Array.isArray(external_mcps) && external_mcps.length > 0 ? ["mcp"] : [];
  const needed = new Set([...types, ...external].map((type) => CAPABILITIES[type]));
  const order = ["skills", "hooks", "mcp_servers", "prompts"];
  return order.filter((capability) => needed.has(capability));
}
