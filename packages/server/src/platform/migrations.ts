import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { StartupError } from "./startup-error.js";

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

const FILE_NAME = /^(\d{4})-([a-z0-9-]+)\.sql$/;

/** The numbered SQL files of one store, from `packages/server/migrations/<store>`. */
export function loadMigrations(store: "relational" | "analytical"): Migration[] {
  const folder = new URL(`../../migrations/${store}/`, import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .toSorted()
    .map((file, index) => {
      const [, number, name] = FILE_NAME.exec(file) ?? [];
      if (!name || Number(number) !== index + 1) {
        throw new Error(`migrations/${store}/${file}: files are numbered without gaps, as 0001-what-it-does.sql`);
      }
      const sql = readFileSync(new URL(file, folder), "utf8");
      return { version: index + 1, name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

/** What is still to run; refuses a store that this version does not understand. */
export function pendingMigrations(
  store: string,
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  for (const done of applied) {
    const ours = known.find(({ version }) => version === done.version);
    if (!ours) {
      throw new StartupError(
        `The ${store} store is at migration ${done.version} (${done.name}) of a newer version of Tackroom; this version only has ` +
          `${known.length}. Start the newer version, or restore an older backup.`,
      );
    }
    if (ours.checksum !== done.checksum) {
      throw new StartupError(
        `Migration ${done.version} (${done.name}) of the ${store} store has changed since it was applied. ` +
          "Released migrations must not change: restore the file, and add a new migration instead.",
      );
    }
  }
  const last = Math.max(0, ...applied.map(({ version }) => version));
  return known.filter(({ version }) => version > last);
}
