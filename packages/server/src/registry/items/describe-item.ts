import type { ItemDetail, ItemStatus, ItemSummary } from "@tackroom/contract";
import { textsOf, type Fields } from "../core/fields.js";
import { qualifiedName } from "../access/find-item.js";
import type { ListedItem } from "../stores/item-list-store.js";
import type { Item } from "../stores/item-store.js";
import { kindOf } from "../kinds/index.js";
import type { ItemFigures } from "./item-figures.js";
import type { ItemTrust } from "./item-trust.js";
import type { Version } from "../stores/version-store.js";

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
  readonly figures: ItemFigures;
  readonly trust: ItemTrust;
  /** What the kind that has components adds. */
  readonly more?: Fields;
}

export function describeDetail(item: Item, { version, figures, trust, more = {} }: ShownWith): ItemDetail & Fields {
  const described = {
    fields: version.fields,
    itemFields: item.fields,
    validationResults: version.validation_results,
  };
  return {
    ...version.fields,
    ...item.fields,
    ...kindOf(item.kind).detail(described),
    ...describeSummary(item),
    submitted_by: item.owner_id,
    created_at: item.created_at.toISOString(),
    ...figures,
    user_permission: item.is_owned ? "owner" : "view",
    version_id: version.id,
    digest: version.digest,
    changelog: version.changelog,
    deprecated: version.deprecated,
    risk_signals: version.risk_signals,
    ...trust,
    ...more,
  };
}
