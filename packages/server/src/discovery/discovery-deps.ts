import type { Db } from "../platform/relational/tx.js";
import type { Settings } from "../settings/index.js";
import type { AddSourceDeps } from "./add-ard-source.js";
import type { EntryIndex } from "./entry-index.js";
import type { Federation } from "./federation.js";
import type { RefreshAllDeps } from "./jobs.js";
import type { PageTokens } from "./page-tokens.js";

export interface DiscoveryDeps {
  readonly db: Db;
  readonly settings: Pick<Settings, "get">;
  readonly index: EntryIndex;
  readonly pageTokens: PageTokens;
  readonly federation: Federation;
  /** What fetching the manifests of others takes. */
  readonly sources: AddSourceDeps & RefreshAllDeps;
}
