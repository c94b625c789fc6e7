import { ownDomains, publisherOf } from "../discovery/index.js";
import type { CatalogueOf } from "../feeds/index.js";
import type { Settings } from "../settings/index.js";

export interface McpRegistryDeps {
  readonly settings: Pick<Settings, "get">;
  readonly catalogueOf: CatalogueOf;
}

export interface Publisher {
  readonly domain: string;
  /** Names from before the domain was known still lead to their servers. */
  readonly domains: readonly string[];
}

export function publisherNames({ settings }: Pick<McpRegistryDeps, "settings">): Publisher {
  const { domain } = publisherOf(settings);
  return { domain, domains: [domain, ...ownDomains(domain, settings.get("deployment.public_url"))] };
}
