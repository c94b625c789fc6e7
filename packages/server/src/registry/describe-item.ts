import type { ItemDetail, ItemStatus, ItemSummary, ItemVersion } from "@tackroom/contract";
import { textsOf, type Fields } from "./core/fields.js";
import { qualifiedName } from "./find-item.js";
import type { ListedItem } from "./item-list-store.js";
import type { Item } from "./item-store.js";
import { kindOf } from "./kinds/index.js";
import type { Version } from "./version-store.js";

export function describeSummary(item: ListedItem): ItemSummary & Fields {
  return {
    ...item.summary,
    id: item.id,
    name: item.name,
    namespace: item.namespace,
    slug: item.slug,
    qualified_name: qualifiedName(item),
    version: item.version,
    description: item.description,
    owner: item.owner,
    team_id: item.team_id,
    visibility: item.visibility,
    is_private: item.visibility !== "public",
    supported_harnesses: item.supported_harnesses,
    tags: [...textsOf(item.summary, "tags")],
    status: statusOf(item),
    rejection_reason: item.rejection_reason,
    updated_at: item.updated_at.toISOString(),
  };
}

export const statusOf = ({ is_archived, status }: Pick<Item, "is_archived" | "status">): ItemStatus =>
  is_archived ? "archived" : status;

export interface ShownWith {
  readonly version: Version;
  readonly downloads: number;
  /** What the kind that has components adds. */
  readonly more?: Fields;
}

export function describeDetail(item: Item, { version, downloads, more = {} }: ShownWith): ItemDetail & Fields {
  const described = { fields: version.fields, itemFields: item.fields };
  return {
    ...version.fields,
    ...item.fields,
    ...kindOf(item.kind).detail(described),
    ...describeSummary(item),
    submitted_by: item.owner_id,
    created_at: item.created_at.toISOString(),
    download_count: downloads,
    user_permission: item.is_owned ? "owner" : "view",
    version_id: version.id,
    digest: version.digest,
    changelog: version.changelog,
    deprecated: version.deprecated,
    risk_signals: version.risk_signals,
    ...more,
  };
}

export function describeVersion(item: Item, version: Version, downloads: number): ItemVersion & Fields {
  return {
    id: version.id,
    listing_id: item.id,
    version: version.version,
    description: version.description,
    changelog: version.changelog,
    status: version.status,
    rejection_reason: version.rejection_reason,
    download_count: downloads,
    supported_harnesses: version.supported_harnesses,
    digest: version.digest,
    deprecated: version.deprecated,
    yanked: version.yanked,
    risk_signals: version.risk_signals,
    released_by: version.released_by,
    released_at: version.released_at?.toISOString() ?? null,
    created_at: version.created_at.toISOString(),
    extra: extraOf(item, version.fields),
  };
}

/** The kind's own fields, under the names that a further version gives them. */
function extraOf({ kind }: Item, fields: Fields): Fields {
  const names = kindOf(kind).extraNames ?? {};
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]));
}
