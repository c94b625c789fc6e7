export { migrateRelational, underMigrationLock } from "./migrate.js";
export { openRelational } from "./open.js";
export { queries, runSql, type Relational } from "./relational.js";
export type { Tx } from "./tx.js";
