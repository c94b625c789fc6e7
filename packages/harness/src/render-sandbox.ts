import type { HarnessId } from "./harnesses.js";
import type { InstallOptions, McpServer, SandboxRuntime } from "./neutral.js";
import { present } from "./render/text.js";
import { renderMcp } from "./render-mcp.js";
import type { Rendering } from "./rendering.js";

/** Sandboxes reach a harness as one MCP server of ours, which runs what it is told of. */
export function renderSandbox(
  id: HarnessId,
  sandboxes: readonly SandboxRuntime[],
  options: InstallOptions = {},
): Rendering {
  const [only, ...others] = sandboxes;
  if (only === undefined) return { snippet: {}, warnings: ["There is no sandbox to install."] };
  const { snippet, warnings } = renderMcp(id, sandboxServer(sandboxes), options);
  const settings = others.length === 0 ? { sandbox: wireSandbox(only) } : { sandboxes: sandboxes.map(wireSandbox) };
  return { snippet: { ...settings, ...snippet }, warnings };
}

export function sandboxServer(sandboxes: readonly SandboxRuntime[]): McpServer {
  return {
    name: "tackroom-sandbox",
    transport: "stdio",
    command: ["tack", "sandbox", "serve"],
    // Harnesses replace `$…` in values; in JSON the sign can be written so that they do not see it.
    env: [
      { name: "TACK_SANDBOXES", value: JSON.stringify(sandboxes.map(wireSandbox)).replaceAll("$", String.raw`\u0024`) },
    ],
    headers: [],
    autoApprove: [],
  };
}

function wireSandbox(sandbox: SandboxRuntime): Record<string, unknown> {
  return present({
    id: sandbox.id,
    name: sandbox.name,
    runtime_type: sandbox.runtimeType,
    image: sandbox.image,
    resource_limits: sandbox.resourceLimits,
    timeout: sandbox.timeout,
    entrypoint: sandbox.entrypoint,
    network_policy: sandbox.networkPolicy,
    runtime_config: sandbox.runtimeConfig,
  });
}
