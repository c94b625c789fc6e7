import type { HarnessId } from "./harnesses.js";
import type { InstallOptions, McpServer, SandboxRuntime } from "./neutral.js";
import { pathPart } from "./render/names.js";
import { present } from "./render/text.js";
import { renderMcp } from "./render-mcp.js";
import type { Rendering } from "./rendering.js";

/** A sandbox reaches a harness as an MCP server of ours, which runs what it is told of. */
export function renderSandbox(id: HarnessId, sandbox: SandboxRuntime, options: InstallOptions = {}): Rendering {
  const server = sandboxServer(`sandbox-${pathPart(sandbox.name)}`, [sandbox]);
  const { snippet, warnings } = renderMcp(id, server, options);
  return { snippet: { sandbox: wireSandbox(sandbox), ...snippet }, warnings };
}

/** Each install has an entry of its own: a shared one would hold only the sandboxes of the latest. */
export function sandboxServer(name: string, sandboxes: readonly SandboxRuntime[]): McpServer {
  return {
    name,
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
