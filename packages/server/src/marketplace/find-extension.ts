import type { SurfaceContext } from "../feeds/index.js";
import { ServiceError } from "../platform/service-error.js";
import { freshExtension } from "./build-extension.js";
import { findPlugins, withGit } from "./find-catalogue.js";
import type { SurfaceDeps } from "./marketplace-deps.js";
import { noteRepositoryUse, type StoredRepository } from "./repository-store.js";

const noSuchExtension = (): ServiceError =>
  new ServiceError("not_found", "Extension not found. See /gemini/extensions.json for the available extensions.");

/** The repository of one plugin of the request's catalogue, by the name that the marketplace has for it. */
export async function findExtension(
  deps: SurfaceDeps,
  repository: string,
  context: SurfaceContext,
): Promise<StoredRepository> {
  const found = await findPlugins(deps, "gemini", context);
  const name = /^(?<name>[a-z0-9-]+)\.git$/.exec(repository)?.groups?.["name"];
  const plugin = found.plugins.find((each) => each.plugin === name);
  // The copy on disk may be a moment older or newer than the catalogue.
  const [item] = plugin ? await found.catalogue.itemsOf([plugin.id]) : [];
  if (!plugin || !item) throw noSuchExtension();
  const parts = item.kind === "agent" ? await found.catalogue.partsOf([plugin.version_id]) : undefined;
  if (parts && !parts.has(plugin.version_id)) throw noSuchExtension();
  const extension = await withGit(() => freshExtension(deps, found.catalogue, { plugin, item }));
  if (!extension) throw noSuchExtension();
  await noteRepositoryUse(deps.db, extension.key);
  return extension;
}
