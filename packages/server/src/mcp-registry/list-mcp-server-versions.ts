import type { McpServerList } from "@tackroom/contract";
import type { SurfaceContext } from "../feeds/index.js";
import { describeServer, latestOf } from "./describe-server.js";
import { findServer, serverNotFound } from "./find-server.js";
import type { McpRegistryDeps } from "./mcp-registry-deps.js";

/** The protocol has no pages here. */
const MAX_VERSIONS = 1000;

/** `GET /v0.1/servers/{serverName}/versions` */
export async function listMcpServerVersions(
  deps: McpRegistryDeps,
  { serverName }: { readonly serverName: string },
  context: SurfaceContext,
): Promise<McpServerList> {
  const { catalogue, item, domain } = await findServer(deps, serverName, context);
  const versions = await catalogue.versionsOf([item.id], MAX_VERSIONS);
  if (versions.length === 0) throw serverNotFound();
  const latest = latestOf(item, versions);
  const servers = versions.map((version) => describeServer(domain, item, version, version.id === latest?.id));
  return { servers, metadata: { count: servers.length } };
}
