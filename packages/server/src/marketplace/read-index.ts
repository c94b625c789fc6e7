import { LRUCache } from "lru-cache";
import type { GitIn } from "../platform/git/index.js";
import { INDEX_PATH, readIndex, type IndexedPlugin } from "./core/catalogue-index.js";

/** What a commit says of its plugins. */
export interface IndexReader {
  at(directory: string, commit: string): Promise<readonly IndexedPlugin[]>;
}

const MAX_KEPT_PLUGINS = 50_000;

/** A commit never changes, so what was read of it is kept. */
export function createIndexReader(git: GitIn): IndexReader {
  const kept = new LRUCache<string, readonly IndexedPlugin[]>({
    maxSize: MAX_KEPT_PLUGINS,
    sizeCalculation: ({ length }) => length + 1,
  });
  return {
    async at(directory, commit) {
      const known = kept.get(commit);
      if (known) return known;
      const plugins = readIndex(String(await git.run(directory, ["cat-file", "blob", `${commit}:${INDEX_PATH}`])));
      kept.set(commit, plugins);
      return plugins;
    },
  };
}
