import type { MarketplaceFile } from "@tackroom/contract";
import type { SurfaceContext } from "../feeds/index.js";
import { described, folderOf } from "./core/catalogue-index.js";
import { aboutMarketplace } from "./build-catalogue.js";
import { findPlugins } from "./find-catalogue.js";
import type { SurfaceDeps } from "./marketplace-deps.js";
import { surfaceBase } from "./surface-base.js";

/** `GET /marketplace.json`: a client that was given one file finds each plugin in the git repository, at the commit of the file. */
export async function getMarketplaceFile(deps: SurfaceDeps, context: SurfaceContext): Promise<MarketplaceFile> {
  const { repository, plugins } = await findPlugins(deps, "marketplace", context);
  const { name, owner, description } = aboutMarketplace(deps, repository.key);
  const url = `${surfaceBase(deps, context)}/marketplace.git`;
  return {
    name,
    owner: { name: owner },
    metadata: { description },
    plugins: plugins.map((plugin) => ({
      ...described(plugin),
      source: { source: "git-subdir" as const, url, path: folderOf(plugin.plugin), sha: repository.head },
    })),
  };
}
