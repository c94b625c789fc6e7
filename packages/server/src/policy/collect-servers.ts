import {
  externalServer,
  recordsOf,
  sandboxServer,
  serverOf,
  type McpServer,
  type PolicyServer,
} from "@tackroom/harness";
import type { Catalogue } from "../feeds/index.js";
import type { CatalogueItem, CataloguePlace, CatalogueVersion } from "../registry/index.js";

const AT_ONCE = 100;
/** Locks and agents pin versions that are not the latest; of an item with more, the newest. */
const VERSIONS = 100;

/** Every MCP server that an install of something in the catalogue can put into a configuration. */
export async function collectServers(catalogue: Catalogue): Promise<PolicyServer[]> {
  const servers: PolicyServer[] = [];
  let after: CataloguePlace | null = null;
  for (;;) {
    const items: CatalogueItem[] = await catalogue.list({ kinds: ["mcp", "agent", "sandbox"], after, limit: AT_ONCE });
    const last = items.at(-1);
    if (!last) return servers;
    servers.push(...(await serversOf(catalogue, items)));
    after = { place: last.place, id: last.id };
  }
}

async function serversOf(catalogue: Catalogue, items: readonly CatalogueItem[]): Promise<PolicyServer[]> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const versions = await catalogue.versionsOf([...byId.keys()], VERSIONS);
  return versions.flatMap((version) => {
    const item = byId.get(version.item_id);
    if (!item || version.yanked) return [];
    const label = `${item.namespace}/${item.slug} ${version.version}`;
    return serversIn(item, version).map((server) => ({ label, server }));
  });
}

function serversIn({ kind, slug }: CatalogueItem, { fields }: CatalogueVersion): McpServer[] {
  if (kind === "agent") return recordsOf(fields, "external_mcps").map(externalServer);
  if (kind === "sandbox") return [sandboxServer(slug, [])];
  return [serverOf({ fields, slug }, { name: slug, env: {}, headers: {} })];
}
