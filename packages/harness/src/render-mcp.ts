import type { Harness } from "./harness.js";
import { HARNESSES, type HarnessId } from "./harnesses.js";
import type { InstallOptions, McpServer, Scope } from "./neutral.js";
import { mcpFile } from "./render/merge-file.js";
import { placeIn } from "./render/names.js";
import { approvalWarnings, renderServers } from "./render/servers.js";
import { present } from "./render/text.js";
import type { Rendering } from "./rendering.js";

/** One MCP server: the entry under the harness's own key, and the file that it belongs in. */
export function renderMcp(id: HarnessId, server: McpServer, options: InstallOptions = {}): Rendering {
  const harness: Harness = HARNESSES[id];
  const { mcp } = harness;
  const { entries, beside, resolved, warnings } = renderServers(harness, [server]);
  const { path, warnings: placeWarnings } = mcpPlace(harness, options);
  const file = mcpFile({ path, format: mcp.format, rootKey: mcp.rootKey, entries, beside });
  const [only] = resolved;
  return {
    snippet: present({
      ...(only === undefined ? {} : mcp.extras?.(only)),
      ...file.content,
      mcp_config: file,
    }),
    warnings: [
      ...placeWarnings,
      ...warnings,
      ...(mcp.autoApprove === "settings" ? [] : approvalWarnings(harness, [server])),
    ],
  };
}

/** The file of the wanted scope, or that of the other one when the harness has but one. */
function mcpPlace(harness: Harness, options: InstallOptions): { path: string; warnings: string[] } {
  const { mcp, displayName, defaultScope } = harness;
  const scope = options.scope ?? defaultScope;
  const path = placeIn(mcp.places, scope, options.platform);
  if (path !== undefined) return { path, warnings: [] };
  const other: Scope = scope === "project" ? "user" : "project";
  return {
    path: placeIn(mcp.places, other, options.platform) ?? "",
    warnings: [`${displayName} supports MCP servers only in ${other} scope, so the entry is installed there.`],
  };
}
