import { loadMigrations, pendingMigrations, type AppliedMigration, type Migration } from "../migrations.js";
import { readRows, type Engine } from "./engine.js";

/**
 * ClickHouse has no transactions for DDL, so a crash can leave a file half-applied. Every statement is therefore
 * written to be repeatable (IF NOT EXISTS), and a file is recorded only after its last one; a test runs each twice.
 * The caller holds the migration lock of the relational store.
 */
export async function migrateAnalytical(
  engine: Engine,
  migrations: readonly Migration[] = loadMigrations("analytical"),
): Promise<void> {
  const run = (sql: string, params = {}): Promise<unknown> =>
    engine.write((client) => client.command({ query: sql, query_params: params }));
  await run(`CREATE TABLE IF NOT EXISTS schema_migration (
    version UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3)
  ) ENGINE = MergeTree ORDER BY version`);
  const applied = await engine.read((client) =>
    readRows<AppliedMigration>(
      client,
      "SELECT version, any(name) AS name, any(checksum) AS checksum FROM schema_migration GROUP BY version ORDER BY version",
    ),
  );
  for (const migration of pendingMigrations("analytical", migrations, applied)) {
    for (const statement of splitStatements(migration.sql)) await run(statement);
    await run(
      "INSERT INTO schema_migration (version, name, checksum) VALUES ({version:UInt32}, {name:String}, {checksum:String})",
      { version: migration.version, name: migration.name, checksum: migration.checksum },
    );
  }
}

/** A server takes one statement per request. In our files a statement ends with a semicolon at the end of a line. */
export function splitStatements(sql: string): string[] {
  return sql
    .replace(/^[ \t]*--.*$/gm, "")
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
