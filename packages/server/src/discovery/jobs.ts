import { Type } from "typebox";
import { job } from "../platform/jobs/index.js";
import type { Log } from "../platform/log.js";
import type { Db } from "../platform/relational/tx.js";
import { MAX_SOURCES } from "./add-ard-source.js";
import { forgetRemovals } from "./external-entry-store.js";
import { refreshSource, type RefreshDeps } from "./refresh-source.js";
import { listSources, type Source } from "./source-store.js";

export interface RefreshAllDeps extends RefreshDeps {
  readonly db: Db;
  readonly log: Log;
}

/** Most of the time is spent waiting for others. */
const AT_ONCE = 4;

const DAY_MS = 24 * 60 * 60 * 1000;
const REMOVALS_ARE_KEPT_MS = 30 * DAY_MS;

/** Every hour (contract §9.1). */
export const refreshSources = job({
  name: "discovery.refresh-sources",
  payload: Type.Object({}),
  retryAfterSeconds: [60],
  timeoutSeconds: 1800,
  cron: "23 * * * *",
  run: async (deps: RefreshAllDeps) => {
    const { items } = await listSources(deps.db, { limit: MAX_SOURCES, offset: 0 });
    const waiting = items.values();
    await Promise.all(Array.from({ length: AT_ONCE }, () => refreshEach(deps, waiting)));
    await forgetRemovals(deps.db, new Date(Date.now() - REMOVALS_ARE_KEPT_MS));
  },
});

/** What keeps one source from being stored keeps none of the others. */
async function refreshEach(deps: RefreshAllDeps, waiting: Iterable<Source>): Promise<void> {
  for (const source of waiting) {
    await refreshSource(deps, source).catch((error: unknown) =>
      deps.log.error({ err: error, source: source.id }, "a discovery source could not be refreshed"),
    );
  }
}
