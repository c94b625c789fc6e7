import { closeSync, fsyncSync, openSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";

/** An empty cluster, made by `tools/make-pglite-snapshot.mjs`; without it a first start spends seconds in initdb. */
const SNAPSHOT = new URL("../../../../assets/pglite-cluster.tar.br", import.meta.url);

/** Built beside its place and moved there when complete: a crash on the way leaves nothing half-made behind. */
export async function createCluster(dir: string): Promise<void> {
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
