import { closeSync, existsSync, fsyncSync, openSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { StartupError } from "../../startup-error.js";

/** The PostgreSQL release inside the pinned PGlite. */
export const POSTGRES_MAJOR = "18";

/** An empty cluster, made by `tools/make-pglite-snapshot.mjs`; without it a first start spends seconds in initdb. */
export const SNAPSHOT = new URL("../../../../assets/pglite-cluster.tar.br", import.meta.url);

/** Makes sure that the directory holds a cluster that this PGlite can open. */
export async function prepareCluster(dir: string): Promise<void> {
  const versionFile = join(dir, "PG_VERSION");
  if (!existsSync(versionFile)) return createCluster(dir);
  const major = readFileSync(versionFile, "utf8").trim();
  if (major !== POSTGRES_MAJOR) {
    throw new StartupError(
      `${dir} was written by PostgreSQL ${major}, and this version runs ${POSTGRES_MAJOR}. ` +
        "Start the Tackroom that wrote it, or restore a backup.",
    );
  }
}

/** Built beside its place and moved there when complete: a crash on the way leaves nothing half-made behind. */
async function createCluster(dir: string): Promise<void> {
  const draft = `${dir}.new`;
  rmSync(draft, { recursive: true, force: true });
  const snapshot = new Blob([brotliDecompressSync(readFileSync(SNAPSHOT))]);
  const cluster = await PGlite.create({ dataDir: draft, loadDataDir: snapshot });
  await cluster.close();
  syncTree(draft);
  rmSync(dir, { recursive: true, force: true });
  renameSync(draft, dir);
  sync(join(dir, ".."));
}

function syncTree(dir: string): void {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) sync(path);
  }
  sync(dir);
}

function sync(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
