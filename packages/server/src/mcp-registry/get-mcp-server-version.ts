import type { McpServerResponse } from "@tackroom/contract";
import type { SurfaceContext } from "../feeds/index.js";
import { describeServer, latestOf } from "./describe-server.js";
import { findServer, serverNotFound } from "./find-server.js";
import type { McpRegistryDeps } from "./mcp-registry-deps.js";

/** As many as it may take to find one that is not yanked. */
const MAX_VERSIONS = 1000;

/** `GET /v0.1/servers/{serverName}/versions/{version}` */
export async function getMcpServerVersion(
  deps: McpRegistryDeps,
  { serverName, version: number }: { readonly serverName: string; readonly version: string },
  context: SurfaceContext,
): Promise<McpServerResponse> {
  const { catalogue, item, domain } = await findServer(deps, serverName, context);
  const latest = item.latest_version_id
    ? (await catalogue.versionsById([item.latest_version_id]))[0]
    : latestOf(item, await catalogue.versionsOf([item.id], MAX_VERSIONS));
  const version = number === "latest" ? latest : await catalogue.version(item.id, number);
  if (!version) throw serverNotFound();
  return describeServer(domain, item, version, version.id === latest?.id);
}
