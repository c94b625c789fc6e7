import type { ItemVersion } from "@tackroom/contract";
import type { Fields } from "../core/fields.js";
import { kindOf } from "../kinds/index.js";
import type { Item } from "../stores/item-store.js";
import type { Version } from "../stores/version-store.js";

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
    ...(version.item_changes ? { item_changes: version.item_changes } : {}),
    extra: extraOf(item, version.fields),
  };
}

/** The kind's own fields, under the names that a new version uses for them. */
function extraOf({ kind }: Item, fields: Fields): Fields {
  const names = kindOf(kind).extraNames ?? {};
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]));
}
