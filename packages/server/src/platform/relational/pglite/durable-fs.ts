import { fsyncSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** The part of Emscripten's module that PGlite's types leave open. */
interface EmscriptenModule {
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } } };
}

/**
 * A file system on which PostgreSQL's own fsync calls reach the disk. PGlite starts PostgreSQL with fsync off, because
 * Emscripten ignores it; with this operation in place, and `startParams`, a commit is acknowledged after its
 * WAL is on disk and a checkpoint syncs the data files first, exactly as on a server.
 */
export class DurableNodeFs extends NodeFS {
  readonly #sync: (file: number) => void;

  constructor(dir: string, sync: (file: number) => void = fsyncSync) {
    super(dir);
    this.#sync = sync;
  }

  override async init(pg: PGlite, options: Parameters<NodeFS["init"]>[1]): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options);
    const syncToDisk = (module: unknown): void => {
      (module as EmscriptenModule).FS.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
        this.#sync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), syncToDisk] } };
  }
}
