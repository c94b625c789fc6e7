import { POLICY_PLATFORMS, SECRET_PLACEHOLDER, type Policy, type PolicyHarness } from "@tackroom/contract";
import { managedSettings, POLICIES } from "@tackroom/harness";
import { publisherOf } from "../discovery/index.js";
import { catalogueOfFeed, publicCatalogue } from "../feeds/index.js";
import type { CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import type { Settings } from "../settings/index.js";
import { collectServers } from "./collect-servers.js";

export interface PolicyDeps {
  readonly db: Db;
  readonly settings: Pick<Settings, "get">;
  /** What the marketplace of a catalogue calls itself, by the catalogue's key. */
  readonly marketplaceName: (key: string) => string;
}

interface Question {
  readonly harness: PolicyHarness;
  readonly feed_id?: string;
}

/** `GET /policy/{harness}`: the server does not know the secret of a feed, so the admin who does fills it in. */
export async function getPolicy(
  { db, settings, marketplaceName }: PolicyDeps,
  { harness, feed_id }: Question,
  { caller }: CallContext,
): Promise<Policy> {
  const chosen = feed_id === undefined ? undefined : await catalogueOfFeed(db, feed_id, caller);
  const catalogue = chosen?.catalogue ?? publicCatalogue(db);
  const { baseUrl } = publisherOf(settings);
  const isOpen = settings.get("deployment.public_registry_enabled");
  const prefix = chosen ? `${baseUrl}/c/${SECRET_PLACEHOLDER}` : baseUrl;
  const url = chosen || isOpen ? `${prefix}/marketplace.git` : null;
  const { content, allowedCount, notes } = managedSettings(harness, {
    servers: await collectServers(catalogue),
    ownAddresses: [`${baseUrl}/mcp`],
    marketplace: url === null ? null : { name: marketplaceName(catalogue.key), url },
  });
  const { displayName, fileName, places } = POLICIES[harness];
  return {
    harness,
    display_name: displayName,
    file_name: fileName,
    content,
    secret_placeholder: chosen ? SECRET_PLACEHOLDER : null,
    feed: chosen ? { id: chosen.feed.id, name: chosen.feed.name, prefix: chosen.feed.prefix } : null,
    marketplace_url: url,
    allowed_count: allowedCount,
    places: POLICY_PLATFORMS.map((platform) => ({ platform, path: places[platform] })),
    notes: [...notes],
  };
}
