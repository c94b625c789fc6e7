import type { FeedSurface } from "@tackroom/contract";
import { requireCatalogue, type Catalogue, type SurfaceContext } from "../feeds/index.js";
import { GitError } from "../platform/git/index.js";
import { ServiceError } from "../platform/service-error.js";
import { freshCatalogue } from "./build-catalogue.js";
import type { IndexedPlugin } from "./core/catalogue-index.js";
import { unlessReplaced } from "./local-copies.js";
import type { SurfaceDeps } from "./marketplace-deps.js";
import { noteRepositoryUse, type StoredRepository } from "./repository-store.js";

export interface FoundCatalogue {
  readonly catalogue: Catalogue;
  readonly repository: StoredRepository;
}

/** Every feed of the public catalogue has the same repository, and nobody's has what only a role opens to them. */
const repositoryKey = ({ isPublic, key }: Catalogue): string => (isPublic ? "public" : key);

/** The catalogue of a request, and its repository as it is now. */
export async function findCatalogue(
  deps: SurfaceDeps,
  surface: FeedSurface,
  context: SurfaceContext,
): Promise<FoundCatalogue> {
  const seen = await requireCatalogue(deps.catalogueOf, surface, context);
  const key = repositoryKey(seen);
  const catalogue = await deps.catalogueByKey(key);
  if (!catalogue) throw new ServiceError("not_found", "There is no longer a catalogue at this address.");
  const repository = await withGit(() => freshCatalogue(deps, key, catalogue));
  await noteRepositoryUse(deps.db, key);
  return { catalogue, repository };
}

export interface FoundPlugins extends FoundCatalogue {
  readonly plugins: readonly IndexedPlugin[];
}

/** With what the repository says of its plugins. */
export function findPlugins(deps: SurfaceDeps, surface: FeedSurface, context: SurfaceContext): Promise<FoundPlugins> {
  return unlessReplaced(async () => {
    const found = await findCatalogue(deps, surface, context);
    return { ...found, plugins: await withGit(() => pluginsOf(deps, found.repository)) };
  });
}

async function pluginsOf(
  { copies, indexes }: SurfaceDeps,
  repository: StoredRepository,
): Promise<readonly IndexedPlugin[]> {
  const copy = await copies.open(repository);
  try {
    return await indexes.at(copy.directory, repository.head);
  } finally {
    copy.release();
  }
}

export async function withGit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new ServiceError("not_implemented", `${error.message} Without it this server has no marketplace.`, {
      cause: error,
    });
  }
}
