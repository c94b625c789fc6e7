import { requireCatalogue, type Catalogue, type SurfaceContext } from "../feeds/index.js";
import { ServiceError } from "../platform/service-error.js";
import type { CatalogueItem } from "../registry/index.js";
import { readServerName } from "./core/server-name.js";
import { publisherNames, type McpRegistryDeps, type Publisher } from "./mcp-registry-deps.js";

/** In the words of the protocol, which clients compare. */
export const serverNotFound = (): ServiceError => new ServiceError("not_found", "Server not found");

export interface FoundServer extends Publisher {
  readonly catalogue: Catalogue;
  readonly item: CatalogueItem;
}

export async function findServer(deps: McpRegistryDeps, name: string, context: SurfaceContext): Promise<FoundServer> {
  const catalogue = await requireCatalogue(deps.catalogueOf, "mcp_registry", context);
  const publisher = publisherNames(deps);
  const named = readServerName(name, publisher.domains);
  const item = named && (await catalogue.find({ kind: "mcp", ...named }));
  if (!item) throw serverNotFound();
  return { ...publisher, catalogue, item };
}
