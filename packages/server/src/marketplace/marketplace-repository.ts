import type { SurfaceContext } from "../feeds/index.js";
import { findCatalogue } from "./find-catalogue.js";
import type { SurfaceDeps } from "./marketplace-deps.js";
import type { StoredRepository } from "./repository-store.js";
import { advertise, refusePush, uploadPack, type GitAnswer } from "./serve-repository.js";

const find = (deps: SurfaceDeps, context: SurfaceContext) => async (): Promise<StoredRepository> =>
  (await findCatalogue(deps, "marketplace", context)).repository;

/** `GET /marketplace.git/info/refs` */
export function getMarketplaceRefs(
  deps: SurfaceDeps,
  query: { readonly service?: string | undefined },
  context: SurfaceContext,
): GitAnswer {
  return advertise(deps, query, context.call, find(deps, context));
}

/** `POST /marketplace.git/git-upload-pack` */
export function fetchMarketplace(deps: SurfaceDeps, body: Uint8Array, context: SurfaceContext): GitAnswer {
  return uploadPack(deps, body, context.call, find(deps, context));
}

/** `POST /marketplace.git/git-receive-pack` */
export async function pushMarketplace(): Promise<never> {
  return refusePush();
}
