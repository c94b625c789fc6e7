import type { PoolClient } from "pg";
import { loadMigrations, pendingMigrations, type AppliedMigration, type Migration } from "../migrations.js";
import type { Relational } from "./relational.js";

/** Any constant will do, as long as every replica uses the same. */
const MIGRATION_LOCK = 7_262_441;

/**
 * Lets one replica at a time change what they share: both stores' schemas and the job queue's. On PostgreSQL a lock of the
 * session does it; PGlite ignores such locks, but there the data directory's lock has kept others out already.
 */
export async function underMigrationLock<T>(relational: Relational, work: () => Promise<T>): Promise<T> {
  if (relational.engine === "PGlite") return work();
  const client = await relational.pool.connect();
  try {
    await client.query("SET statement_timeout = 0");
    await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    return await work();
  } finally {
    // Closing the session gives the lock back, also when the connection is what failed.
    client.release(true);
  }
}

/** Brings the schema up to date, in one transaction; the caller holds the migration lock. */
export async function migrateRelational(
  relational: Relational,
  migrations: readonly Migration[] = loadMigrations("relational"),
): Promise<void> {
  const client = await relational.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL statement_timeout = 0");
    await apply(client, migrations);
    await client.query("COMMIT");
    client.release();
  } catch (error) {
    // The connection may be what failed: it is closed, which also rolls back, and the first error is the one to tell.
    client.release(true);
    throw error;
  }
}

async function apply(client: PoolClient, migrations: readonly Migration[]): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
    version integer PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`);
  const applied = await client.query<AppliedMigration>(
    "SELECT version, name, checksum FROM schema_migration ORDER BY version",
  );
  for (const migration of pendingMigrations("relational", migrations, applied.rows)) {
    await client.query(migration.sql);
    await client.query("INSERT INTO schema_migration (version, name, checksum) VALUES ($1, $2, $3)", [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
  }
}
