import type { FeedSurface } from "@tackroom/contract";
import { secretHash } from "../auth/index.js";
import type { CallContext, Caller } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { ANONYMOUS, whoAsks } from "../registry/index.js";
import type { Settings } from "../settings/index.js";
import { createCatalogue, type Catalogue } from "./catalogue.js";
import { isSecretShaped } from "./core/feed-secret.js";
import type { UseCounter } from "./count-uses.js";
import { findFeed, findFeedBySecret } from "./feed-store.js";
import { isLiveMember, memberViewer, scopeOfFeed } from "./feed-scope.js";

export interface CatalogueDeps {
  readonly db: Db;
  readonly settings: Pick<Settings, "get">;
  readonly uses: Pick<UseCounter, "count">;
}

/** A request on a read-only surface: at the root, or under the address of a feed with its token. */
export interface SurfaceContext extends CallContext<Caller | null> {
  readonly token?: string | undefined;
}

export type CatalogueOf = (
  surface: FeedSurface,
  request: Pick<SurfaceContext, "caller" | "token">,
) => Promise<Catalogue | undefined>;

/** What a request may see; undefined if it has nothing to see here, whatever the reason: the surface answers 404. */
export function createCatalogueOf({ db, settings, uses }: CatalogueDeps): CatalogueOf {
  return async (surface, { caller, token }) => {
    if (token === undefined) {
      const viewer = await whoAsks({ db, settings }, caller);
      return viewer && createCatalogue(db, caller ? `user:${caller.userId}` : "public", { viewer, only: null });
    }
    const feed = isSecretShaped(token) ? await findFeedBySecret(db, secretHash(token)) : undefined;
    const scope = feed && (await scopeOfFeed(db, feed));
    if (!feed || !scope) return undefined;
    uses.count(feed.id, surface);
    return createCatalogue(db, `feed:${feed.id}`, scope);
  };
}

/**
 * The catalogue of a key, for work that nobody waits for: as a request with that feed, or of that user, would see it now, but
 * without what only a role opens to them. Undefined when the feed or the account is gone.
 */
export type CatalogueByKey = (key: string) => Promise<Catalogue | undefined>;

export function createCatalogueByKey({ db }: Pick<CatalogueDeps, "db">): CatalogueByKey {
  return async (key) => {
    const [kind, id = ""] = key.split(":");
    if (kind === "public") return createCatalogue(db, key, { viewer: ANONYMOUS, only: null });
    if (kind === "user") {
      const isLive = await isLiveMember(db, id);
      return isLive ? createCatalogue(db, key, { viewer: await memberViewer(db, id), only: null }) : undefined;
    }
    const feed = kind === "feed" ? await findFeed(db, id) : undefined;
    const scope = feed && (await scopeOfFeed(db, feed));
    return scope && createCatalogue(db, key, scope);
  };
}

/** The same for what is not there and what is closed: the answer must not tell them apart. */
export async function requireCatalogue(
  catalogueOf: CatalogueOf,
  surface: FeedSurface,
  request: Pick<SurfaceContext, "caller" | "token">,
): Promise<Catalogue> {
  const catalogue = await catalogueOf(surface, request);
  if (catalogue) return catalogue;
  throw new ServiceError(
    "not_found",
    "There is no catalogue at this address. Check the feed's address, or send credentials if the registry is not public.",
  );
}
