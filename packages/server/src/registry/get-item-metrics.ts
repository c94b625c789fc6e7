import type { ItemMetrics } from "@tackroom/contract";
import { findUsers } from "../auth/index.js";
import type { Caller } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { findItem } from "./find-item.js";
import type { InstallFigures } from "./install-event-store.js";
import type { InstallLog } from "./install-log.js";
import type { Item } from "./item-store.js";
import type { Kind } from "./kinds/index.js";
import { loadViewer } from "./viewer-store.js";

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_USERS = 100;

export interface MetricsDeps {
  readonly db: Db;
  readonly installs: Pick<InstallLog, "settled" | "figuresOf" | "usersOf">;
}

/** `GET /{type}/{id}/metrics`: everything is about the last days, up to this moment. */
export async function getItemMetrics(
  deps: MetricsDeps,
  { kind, id, days }: { readonly kind: Kind; readonly id: string; readonly days: number },
  { caller }: { readonly caller: Caller },
): Promise<ItemMetrics> {
  const item = await findItem(deps.db, await loadViewer(deps.db, caller), kind.kind, id);
  const from = new Date(Date.now() - days * DAY_MS);
  await deps.installs.settled();
  const figures = await deps.installs.figuresOf(item.id, from);
  return {
    ...OWN_FIGURES[kind.metrics ?? "downloads"](item.id, figures),
    total_downloads: figures.downloads,
    by_harness: { ...figures.byHarness },
    by_version: { ...figures.byVersion },
    series: Object.entries(figures.byDay).map(([date, downloads]) => ({ date, downloads })),
    ...(item.is_owned ? { users: await usersOf(deps, item, from) } : {}),
  };
}

/** What no session has told of yet is not known, which is something else than none. */
const OWN_FIGURES = {
  calls: (listing_id: string) => ({
    listing_id,
    total_calls: null,
    error_count: null,
    error_rate: null,
    avg_latency_ms: null,
    p50_latency_ms: null,
    p90_latency_ms: null,
    p99_latency_ms: null,
  }),
  interactions: (agent_id: string) => ({
    agent_id,
    total_interactions: null,
    acceptance_rate: null,
    avg_tool_calls: null,
    avg_latency_ms: null,
    dimension_averages: null,
    weakest_dimension: null,
    drift_alert: null,
  }),
  downloads: (listing_id: string, { users, lastAt }: InstallFigures) => ({
    listing_id,
    unique_users: users,
    last_downloaded_at: lastAt,
  }),
} as const;

/** Of someone whose account is gone there is no name. */
async function usersOf(
  { db, installs }: MetricsDeps,
  { id }: Item,
  from: Date,
): Promise<NonNullable<ItemMetrics["users"]>> {
  const rows = await installs.usersOf(id, from, MOST_USERS);
  const users = await findUsers(
    db,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map(({ user_id, downloads }) => ({
    user_id,
    username: users.get(user_id)?.username ?? null,
    downloads,
  }));
}
