import { REGISTRY_META, type McpServerResponse } from "@tackroom/contract";
import type { CatalogueItem, CatalogueVersion } from "../registry/index.js";
import { serverJson } from "./core/server-json.js";
import { registryMeta } from "./core/server-status.js";

/** The latest is what an install gets; of a server that was withdrawn, the newest that there was. */
export function describeServer(
  domain: string,
  item: CatalogueItem,
  version: CatalogueVersion,
  isLatest: boolean,
): McpServerResponse {
  return {
    server: serverJson(domain, { item, version }),
    _meta: { [REGISTRY_META]: registryMeta({ item, version, isLatest }) },
  };
}

/** Of the versions of one item, newest first. */
export function latestOf(item: CatalogueItem, versions: readonly CatalogueVersion[]): CatalogueVersion | undefined {
  const remaining = versions.filter(({ yanked }) => !yanked);
  const candidates = remaining.length > 0 ? remaining : versions;
  return (
    versions.find(({ id }) => id === item.latest_version_id) ??
    candidates.find(({ is_stable }) => is_stable) ??
    candidates[0]
  );
}
