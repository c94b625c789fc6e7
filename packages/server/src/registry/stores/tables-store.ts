import type {
  ItemKind,
  LockDocument,
  RiskSignal,
  ValidationResult,
  VersionStatus,
  Visibility,
} from "@tackroom/contract";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";

import type { EntryFacts } from "../core/entry-facts.js";

/** A kind's own fields, under the names of a submission. */
export type Fields = Readonly<Record<string, unknown>>;

export interface ItemTable {
  id: string;
  kind: ItemKind;
  namespace: string;
  slug: string;
  name: string;
  owner_id: string | null;
  owner: string;
  team_id: string | null;
  visibility: Visibility;
  audience: GeneratedAlways<string>;
  fields: JSONColumnType<Fields>;
  shown_version_id: string | null;
  version: string;
  description: string;
  supported_harnesses: string[];
  status: VersionStatus;
  rejection_reason: string | null;
  is_released: boolean;
  summary: JSONColumnType<Fields>;
  facets: string[];
  search_name: string;
  entry: JSONColumnType<EntryFacts | null>;
  is_archived: Generated<boolean>;
  edited_by: string | null;
  edited_until: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
  is_listed: GeneratedAlways<boolean>;
}

export interface ItemVersionTable {
  id: string;
  item_id: string;
  version: string;
  precedence: string;
  is_stable: boolean;
  namespace: string;
  slug: string;
  name: string;
  description: string;
  changelog: string | null;
  supported_harnesses: string[];
  fields: JSONColumnType<Fields>;
  status: VersionStatus;
  rejection_reason: string | null;
  risk_signals: JSONColumnType<RiskSignal[]>;
  digest: string;
  deprecated: string | null;
  yanked: Generated<boolean>;
  yank_reason: string | null;
  created_by: string | null;
  reviewed_by: string | null;
  reviewed_at: Date | null;
  released_at: Date | null;
  released_by: string | null;
  editors: Generated<string[]>;
  approved_as_public: Generated<boolean>;
  approval_suspended: Generated<boolean>;
  changes_requested_at: Generated<Date | null>;
  item_changes: ColumnType<Fields | null, string | undefined, string | null>;
  validation_results: ColumnType<ValidationResult[], string | undefined, string>;
  created_at: Generated<Date>;
}

export interface RegistryTables {
  item: ItemTable;
  item_count: { kind: ItemKind; audience: string; facet: string; listed: string };
  item_name: { kind: ItemKind; namespace: string; slug: string; item_id: string; is_live: Generated<boolean> };
  version_reading: {
    reviewer_id: string;
    version_id: string;
    item_id: string;
    fingerprint: string;
    read_at: Date;
  };
  item_transfer: { item_id: string; from_user_id: string; to_user_id: string; created_at: Generated<Date> };
  co_author: { item_id: string; user_id: string; created_at: Generated<Date> };
  item_version: ItemVersionTable;
  item_artifact: {
    version_id: string;
    media_type: string;
    bytes: Buffer;
    attestation: string | null;
    lock: JSONColumnType<LockDocument | null>;
  };
  agent_component: {
    version_id: string;
    position: number;
    kind: ItemKind;
    component_id: string;
    component_version_id: string;
    digest: string;
    requested_version: string | null;
    config_override: JSONColumnType<Fields | null>;
  };
  item_download: { item_id: string; downloads: string };
  installed_item: { user_id: string; item_id: string; version_id: string; harness: string; installed_at: Date };
  version_download: { version_id: string; downloads: string };
  item_install_day: { item_id: string; day: ColumnType<string, string, string>; installs: string };
  install_outbox: { event_id: string; event: JSONColumnType<Fields>; created_at: Generated<Date> };
}
