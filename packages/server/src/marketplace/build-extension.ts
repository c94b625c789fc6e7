import { createHash } from "node:crypto";
import { renderGeminiExtension } from "@tackroom/harness";
import { publisherOf } from "../discovery/index.js";
import type { Catalogue } from "../feeds/index.js";
import { newId } from "../platform/ids.js";
import type { CatalogueItem } from "../registry/index.js";
import { ownerOf } from "./build-catalogue.js";
import type { IndexedPlugin } from "./core/catalogue-index.js";
import { beginCommit, END_OF_COMMIT, writeFile } from "./core/commit-stream.js";
import type { MarketplaceDeps } from "./marketplace-deps.js";
import { renderPlugins, type RenderedPlugin } from "./render-plugins.js";
import { findRepository, type StoredRepository } from "./repository-store.js";
import { buildInTurn, storeCommit, withCommit } from "./store-commit.js";

/** Raise it whenever the same version would be rendered otherwise than before. */
const RENDERING = 1;

/**
 * The repository of one plugin as an extension of Gemini CLI, the same in every catalogue that has the item under this name;
 * undefined if it cannot be one.
 */
export async function freshExtension(
  deps: MarketplaceDeps,
  catalogue: Catalogue,
  { plugin, item }: { readonly plugin: IndexedPlugin; readonly item: CatalogueItem },
): Promise<StoredRepository | undefined> {
  const email = `marketplace@${publisherOf(deps.settings).domain}`;
  const stamp = createHash("sha256")
    .update(JSON.stringify([RENDERING, plugin.plugin, email]))
    .digest("base64url")
    .slice(0, 22);
  // Two catalogues may call the same item differently.
  const key = `extension:${item.id}:${plugin.plugin}`;
  return buildInTurn(deps, key, async () => {
    const before = await findRepository(deps.db, key);
    if (before?.position === plugin.version_id && before.stamp === stamp) return before;
    const wanted = [{ item: { ...item, latest_version_id: plugin.version_id }, plugin: plugin.plugin }];
    const rendering = renderPlugins({ ...deps, render: renderGeminiExtension }, catalogue, wanted);
    for await (const rendered of rendering) return commit(deps, { key, email, stamp, rendered, before });
    return undefined;
  });
}

interface Work {
  readonly key: string;
  readonly email: string;
  readonly stamp: string;
  readonly rendered: RenderedPlugin;
  readonly before: StoredRepository | undefined;
}

async function commit(deps: MarketplaceDeps, { key, email, stamp, rendered, before }: Work): Promise<StoredRepository> {
  const { plugin, files } = rendered;
  const generation = newId();
  // Who may see this version of an agent may not see all that earlier ones were made of; and an extension is one version.
  const copy = await deps.copies.begin(generation);
  async function* write(ref: string): AsyncGenerator<string | Uint8Array> {
    const at = new Date(plugin.released_at);
    yield beginCommit({ ref, parent: undefined, email, at, message: `Publish ${plugin.plugin} ${plugin.version}\n` });
    for (const file of files) yield writeFile(file.path, file);
    yield END_OF_COMMIT;
  }
  try {
    return await withCommit(deps, copy.directory, write, (head) =>
      storeCommit(deps, copy.directory, before, {
        ...ownerOf(key),
        generation,
        head,
        committed_at: new Date(plugin.released_at),
        position: plugin.version_id,
        stamp,
        left_out: [],
        past_items: [],
        past_parts: [],
      }),
    );
  } finally {
    copy.release();
  }
}
