import type { Db } from "../platform/relational/tx.js";
import type { Settings } from "../settings/index.js";

export interface FeedsDeps {
  readonly db: Db;
  readonly settings: Pick<Settings, "get">;
}
