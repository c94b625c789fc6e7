import type { Harness } from "../harness.js";
import type { McpServer } from "../neutral.js";
import { type ResolvedServer, resolveServer } from "./resolve-server.js";

/** Servers as the harness's file has them. */
export interface RenderedServers {
  readonly entries: Readonly<Record<string, unknown>>;
  readonly beside: Readonly<Record<string, readonly unknown[]>>;
  readonly resolved: readonly ResolvedServer[];
  readonly warnings: readonly string[];
}

export function renderServers(harness: Harness, servers: readonly McpServer[]): RenderedServers {
  const entries = new Map<string, unknown>();
  const beside: Record<string, unknown[]> = {};
  const resolved: ResolvedServer[] = [];
  const warnings: string[] = [];
  for (const server of servers) {
    if (entries.has(server.name)) {
      warnings.push(`Two MCP servers are named "${server.name}": only the first is installed. Rename one of them.`);
      continue;
    }
    const { mcp, displayName } = harness;
    const result = resolveServer(reachable(server, harness, warnings), mcp.variables, displayName);
    const rendered = mcp.entry(result.resolved);
    entries.set(server.name, rendered.entry);
    resolved.push(result.resolved);
    for (const [key, elements] of Object.entries(rendered.beside ?? {})) {
      const list = (beside[key] ??= []);
      // The same question twice would be asked twice.
      list.push(...elements.filter((element) => !list.some((known) => idOf(known) === idOf(element))));
    }
    warnings.push(...result.warnings, ...(rendered.warnings ?? []), ...unusedVariables(server, harness));
  }
  if (servers.length > 0 && harness.mcp.advice !== undefined) warnings.push(harness.mcp.advice);
  return { entries: Object.fromEntries(entries), beside, resolved, warnings };
}

function idOf(element: unknown): unknown {
  return typeof element === "object" && element !== null && "id" in element ? element.id : element;
}

/** The server over a transport that the harness speaks. */
function reachable(server: McpServer, { mcp, displayName }: Harness, warnings: string[]): McpServer {
  if (mcp.transports.includes(server.transport)) return server;
  warnings.push(
    `${displayName} does not support SSE: "${server.name}" is installed as a streamable HTTP server, which works only if its URL supports that transport.`,
  );
  return { ...server, transport: "streamable-http" };
}

/** A remote server runs elsewhere: the harness has nowhere to put a variable that neither address nor header reads. */
function unusedVariables(server: McpServer, { mcp, displayName }: Harness): string[] {
  if (server.transport === "stdio" || mcp.remoteVariables === true) return [];
  const text = [server.url ?? "", ...server.headers.map(({ value }) => value ?? "")].join(" ");
  return server.env
    .filter(({ name }) => name !== AGENT_VARIABLE && !text.includes(name))
    .map(
      ({ name }) =>
        `${displayName} cannot pass variables to a remote server, so ${name} of "${server.name}" is omitted. Use a header instead.`,
    );
}

export const AGENT_VARIABLE = "TACK_AGENT_ID";

/** What is told about tools that should run unasked, where an entry cannot say it. */
export function approvalWarnings({ mcp, displayName }: Harness, servers: readonly McpServer[]): string[] {
  if (mcp.autoApprove === "entry") return [];
  return servers
    .filter(({ autoApprove }) => autoApprove.length > 0)
    .map(
      ({ name, autoApprove }) =>
        `An MCP entry of ${displayName} cannot auto-approve tools. Allow ${autoApprove.join(", ")} of "${name}" in ${displayName}.`,
    );
}
