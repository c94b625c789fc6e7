import type { CatalogueOf } from "../feeds/index.js";
import type { Db } from "../platform/relational/tx.js";
import type { Settings } from "../settings/index.js";
import type { Shelves } from "./shelves.js";

export interface AgentSkillsDeps {
  readonly db: Db;
  readonly settings: Pick<Settings, "get">;
  readonly catalogueOf: CatalogueOf;
  readonly shelves: Shelves;
}
