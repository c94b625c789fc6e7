import { fsyncSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** The part of Emscripten's module that PGlite's types leave open. */
interface EmscriptenModule {
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } } };
}

/**
 * A file system on which PostgreSQL's own fsync calls reach the disk. PGlite starts PostgreSQL with fsync off, because
 * Emscripten ignores it; with this operation in place, and `DURABLE_SETTINGS`, a commit is acknowledged after its
 * WAL is on disk and a checkpoint syncs the data files first, exactly as on a server.
 */
export class DurableNodeFs extends NodeFS {
  override async init(pg: PGlite, options: Parameters<NodeFS["init"]>[1]): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), syncToDisk] } };
  }
}

function syncToDisk(module: unknown): void {
  (module as EmscriptenModule).FS.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
    fsyncSync(nfd);
    return 0;
  };
}

/** Emscripten routes fsync to the file system but not fdatasync, PostgreSQL's default for the WAL. */
export const DURABLE_SETTINGS = ["fsync=on", "wal_sync_method=fsync"];
