import type { McpServerList, McpServerResponse, McpServersQuery } from "@tackroom/contract";
import { requireCatalogue, type Catalogue, type SurfaceContext } from "../feeds/index.js";
import type { CatalogueItem, CatalogueVersion } from "../registry/index.js";
import { writeCursor, type Asked, type Place } from "./cursor.js";
import { describeServer, latestOf } from "./describe-server.js";
import { publisherNames, type McpRegistryDeps } from "./mcp-registry-deps.js";
import { readQuestion } from "./read-question.js";

/** `GET /v0.1/servers` */
export async function listMcpServers(
  deps: McpRegistryDeps,
  query: McpServersQuery,
  context: SurfaceContext,
): Promise<McpServerList> {
  const catalogue = await requireCatalogue(deps.catalogueOf, "mcp_registry", context);
  const { domain, domains } = publisherNames(deps);
  const question = readQuestion(query, domains);
  const { entries, next } = await pageOf(catalogue, question, query.limit);
  const servers = entries.map(({ item, version, isLatest }): McpServerResponse => {
    return describeServer(domain, item, version, isLatest);
  });
  const nextCursor = next && writeCursor(question, next);
  return { servers, metadata: { count: servers.length, ...(nextCursor !== undefined && { nextCursor }) } };
}

interface Entry {
  readonly item: CatalogueItem;
  readonly version: CatalogueVersion;
  readonly isLatest: boolean;
}

interface Page {
  readonly entries: readonly Entry[];
  readonly next?: Place | undefined;
}

async function pageOf(catalogue: Catalogue, question: Asked & Place, limit: number): Promise<Page> {
  // One more tells whether there is a next page.
  const items = await itemsOf(catalogue, question, limit + 1);
  const versions = await versionsOf(catalogue, question, items);
  const entries: Entry[] = [];
  let previous: CatalogueItem | undefined;
  for (const item of items) {
    const own = versions.get(item.id) ?? [];
    const latest = latestOf(item, own);
    // The page before may have ended among the versions of its last server.
    const from = previous || question.afterVersion === null ? 0 : after(own, question.afterVersion);
    for (const [index, version] of own.slice(from).entries()) {
      if (!isAsked(question, version, latest)) continue;
      if (entries.length === limit) {
        const afterVersion = index === 0 ? null : (own[from + index - 1]?.version ?? null);
        return { entries, next: { after: previous ? placeOf(previous) : question.after, afterVersion } };
      }
      entries.push({ item, version, isLatest: version.id === latest?.id });
    }
    previous = item;
  }
  // Servers without such a version may have left room on the page.
  const next = items.length > limit && previous ? { after: placeOf(previous), afterVersion: null } : undefined;
  return { entries, next };
}

const placeOf = ({ place, id }: CatalogueItem) => ({ place, id });

function itemsOf(
  catalogue: Catalogue,
  { search, withDeleted, updatedSince, after: place }: Asked & Place,
  limit: number,
): Promise<CatalogueItem[]> {
  const page = { kinds: ["mcp" as const], after: place, limit };
  return withDeleted
    ? catalogue.listChanges({ ...page, since: updatedSince ?? undefined, search })
    : catalogue.list({ ...page, search });
}

/** Few servers have more versions than this; theirs are read by themselves. */
const USUAL_VERSIONS = 10;
const MAX_VERSIONS = 1000;

async function versionsOf(
  catalogue: Catalogue,
  { version }: Asked,
  items: readonly CatalogueItem[],
): Promise<Map<string, CatalogueVersion[]>> {
  const isLatestEnough = version === "latest" && items.every(({ latest_version_id: id }) => id !== null);
  const found = isLatestEnough
    ? await catalogue.versionsById(items.flatMap(({ latest_version_id: id }) => id ?? []))
    : await catalogue.versionsOf(
        items.map(({ id }) => id),
        USUAL_VERSIONS,
      );
  const byItem = new Map<string, CatalogueVersion[]>();
  for (const each of found) byItem.set(each.item_id, [...(byItem.get(each.item_id) ?? []), each]);
  for (const [id, own] of byItem) {
    if (own.length === USUAL_VERSIONS) byItem.set(id, await catalogue.versionsOf([id], MAX_VERSIONS));
  }
  return byItem;
}

function after(versions: readonly CatalogueVersion[], number: string): number {
  return versions.findIndex(({ version }) => version === number) + 1;
}

function isAsked({ version: asked }: Asked, version: CatalogueVersion, latest: CatalogueVersion | undefined): boolean {
  if (asked === "") return true;
  return asked === "latest" ? version.id === latest?.id : version.version === asked;
}
