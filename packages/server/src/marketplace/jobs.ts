import { Type } from "typebox";
import { GitError } from "../platform/git/index.js";
import type { Platform } from "../platform/platform.js";
import { job } from "../platform/jobs/index.js";
import { freshCatalogue } from "./build-catalogue.js";
import type { MarketplaceDeps } from "./marketplace-deps.js";
import { dropRepository, listRepositories, listUsedRepositories } from "./repository-store.js";

const DAY_MS = 24 * 60 * 60_000;
/** Those that someone asks for every day are made before they ask. */
const MAX_REBUILT = 50;

/** After approvals, so that clients need not wait. A repository that is not made here is made when a client asks for it. */
export const rebuildMarketplaces = job({
  name: "marketplace.rebuild",
  payload: Type.Object({}),
  retryAfterSeconds: [30],
  timeoutSeconds: 600,
  singletonKey: () => "all",
  run: async (deps: MarketplaceDeps) => {
    for (const key of await listUsedRepositories(deps.db, new Date(Date.now() - DAY_MS), MAX_REBUILT)) {
      const catalogue = await deps.catalogueByKey(key);
      try {
        if (catalogue) await freshCatalogue(deps, key, catalogue);
      } catch (error) {
        // Nobody is served without git, and clients that ask are told.
        if (!(error instanceof GitError)) throw error;
      }
    }
  },
});

interface Approvals {
  subscribe(listener: (update: { readonly action: string }) => void): () => void;
}

/** The queue has room for one of them, so that an import of hundreds is one rebuild. Returns what ends it. */
export function rebuildAfterApprovals({ jobs, log }: Pick<Platform, "jobs" | "log">, updates: Approvals) {
  const unsubscribe = updates.subscribe(({ action }) => {
    if (action !== "approved") return;
    jobs
      .enqueue(rebuildMarketplaces, {}, { startAfterSeconds: SOON_SECONDS })
      .catch((error: unknown) => log.warn({ err: error }, "the marketplace is rebuilt when a client asks for it"));
  });
  return async (): Promise<void> => unsubscribe();
}

const SOON_SECONDS = 5;
const UNUSED_AFTER_MS = 30 * DAY_MS;
const ROWS_AT_ONCE = 200;

/** Feeds expire, accounts are deactivated, and clients go away without a word. */
export const dropDeadMarketplaces = job({
  name: "marketplace.drop-dead",
  payload: Type.Object({}),
  retryAfterSeconds: [60],
  timeoutSeconds: 600,
  cron: "23 * * * *",
  run: async ({ db, catalogueByKey }: MarketplaceDeps) => {
    let page: Awaited<ReturnType<typeof listRepositories>> = [];
    do {
      page = await listRepositories(db, page.at(-1)?.key ?? "", ROWS_AT_ONCE);
      for (const { key, used_at } of page) {
        const isUnused = used_at.getTime() < Date.now() - UNUSED_AFTER_MS;
        const isDead = !key.startsWith("extension:") && !(await catalogueByKey(key));
        if (isUnused || isDead) await dropRepository(db, key);
      }
    } while (page.length === ROWS_AT_ONCE);
  },
});
