import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartupError } from "../../startup-error.js";

/** The PostgreSQL release inside the pinned PGlite. */
export const POSTGRES_MAJOR = "18";

/** False when there is no cluster yet; refuses one that this PGlite cannot open. */
export function hasCluster(dir: string): boolean {
  const versionFile = join(dir, "PG_VERSION");
  if (!existsSync(versionFile)) return false;
  const major = readFileSync(versionFile, "utf8").trim();
  if (major === POSTGRES_MAJOR) return true;
  throw new StartupError(
    `${dir} was written by PostgreSQL ${major}, but this version of Tackroom uses PostgreSQL ${POSTGRES_MAJOR}. ` +
      "Start the version that wrote it, or restore a backup.",
  );
}
