export { readDeploymentId } from "./deployment-id.js";
export { migrateRelational, underMigrationLock } from "./migrate.js";
export { openRelational } from "./open.js";
export { queries, runPrepared, runSql, type Relational } from "./relational.js";
export type { Db, Tx } from "./tx.js";
