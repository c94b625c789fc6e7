import {
  externalServer,
  recordsOf,
  sandboxServer,
  serverOf,
  type McpServer,
  type PolicyServer,
} from "@tackroom/harness";
import type { Catalogue } from "../feeds/index.js";
import type { CatalogueItem, CataloguePlace, PinnedVersion } from "../registry/index.js";

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
  const kinds = new Map(items.map(({ id, kind }) => [id, kind]));
  const listed = await catalogue.versionsOf([...kinds.keys()], VERSIONS);
  const versions = listed.flatMap((version) => {
    const kind = kinds.get(version.item_id);
    return kind && !version.yanked ? [{ ...version, kind }] : [];
  });
  const agents = versions.filter(({ kind }) => kind === "agent").map(({ id }) => id);
  // What an agent pins is installed with it, and need not be in the catalogue by itself.
  const pinned = (await catalogue.pinnedBy(agents, ["mcp", "sandbox"])).filter(({ yanked }) => !yanked);
  return [...versions, ...pinned].flatMap((version) => {
    const label = `${version.namespace}/${version.slug} ${version.version}`;
    return serversIn(version).map((server) => ({ label, server }));
  });
}

function serversIn({ kind, slug, fields }: PinnedVersion): McpServer[] {
  if (kind === "agent") return recordsOf(fields, "external_mcps").map(externalServer);
  if (kind === "sandbox") return [sandboxServer(slug, [])];
  return [serverOf({ fields, slug }, { name: slug, env: {}, headers: {} })];
}
