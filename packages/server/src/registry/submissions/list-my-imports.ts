import type { ImportedItem, ImportSource } from "@tackroom/contract";
import { page, pageOrWhole, type Answer, type CallContext } from "../../platform/http/index.js";
import type { Deps } from "../access/change-item.js";
import { qualifiedName } from "../access/find-item.js";
import { listImported, listSourcesOf } from "../stores/import-store.js";

/** `GET /me/imports` */
export async function listMyImports({ db }: Deps, { caller }: CallContext): Promise<ImportSource[]> {
  const sources = await listSourcesOf(db, caller.userId);
  return sources.map((source) => ({ ...source, imported_at: source.imported_at.toISOString() }));
}

interface ImportedQuery {
  readonly repository: string;
  readonly team_id?: string;
  readonly limit?: number;
  readonly offset?: number;
}

/** `GET /me/imports/items` */
export async function listImportedItems(
  { db }: Deps,
  { repository, team_id, ...paging }: ImportedQuery,
  { caller, call }: CallContext,
): Promise<Answer<ImportedItem[]>> {
  const asked = pageOrWhole(paging);
  const filter = { userId: caller.userId, repository, teamId: team_id ?? null, ...asked };
  const { items, total } = await listImported(db, filter);
  const described = items.map(({ namespace, slug, ...item }) => ({
    ...item,
    qualified_name: qualifiedName({ namespace, slug }),
  }));
  return page({ items: described, total }, asked, call.url);
}
