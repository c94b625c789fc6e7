import type { ItemMetrics } from "@tackroom/contract";
import { findUsers } from "../../auth/index.js";
import type { CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { findItem, qualifiedName } from "../access/find-item.js";
import { visibleStatuses } from "../access/find-version.js";
import type { InstallFigures } from "../stores/install-event-store.js";
import type { InstallLog } from "./install-log.js";
import type { Item } from "../stores/item-store.js";
import type { Kind } from "../kinds/index.js";
import { noteItemRead } from "../access/privileged-reads.js";
import { listVersionNumbers } from "../stores/version-store.js";
import { loadViewer, type Viewer } from "../stores/viewer-store.js";

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_USERS = 100;

export interface MetricsDeps {
  readonly db: Db;
  readonly installs: Pick<InstallLog, "settled" | "figuresOf" | "usersOf">;
  readonly usage: ItemUsage;
}

/** What others know of how items are used; an item goes by several names. */
export interface ItemUsage {
  callsOf(names: readonly string[], from: Date): Promise<CallFigures>;
  interactionsOf(names: readonly string[], from: Date): Promise<InteractionFigures>;
  /** How an agent performs, over so many days. */
  scoresOf(agentId: string, days: number): Promise<AgentScores>;
}

/** Of an agent that nothing is known of, every member is null. */
export interface AgentScores {
  readonly averages: Readonly<Record<string, number>> | null;
  readonly weakest: string | null;
  readonly hasDrifted: boolean | null;
}

const UNKNOWN_SCORES: AgentScores = { averages: null, weakest: null, hasDrifted: null };

/** Without calls, the latencies mean nothing. */
export interface CallFigures {
  readonly calls: number;
  readonly errors: number;
  readonly latencyMs: { readonly avg: number; readonly p50: number; readonly p90: number; readonly p99: number };
}

/** Without interactions, the averages mean nothing. */
export interface InteractionFigures {
  readonly interactions: number;
  /** Of those that a person accepted or refused; null when none was either. */
  readonly acceptanceRate: number | null;
  readonly avgToolCalls: number;
  readonly avgLatencyMs: number;
}

interface MetricsQuestion {
  readonly item: Item;
  readonly days: number;
  readonly from: Date;
  readonly figures: InstallFigures;
}

/** `GET /{type}/{id}/metrics`: everything is about the last days, up to this moment. */
export async function getItemMetrics(
  deps: MetricsDeps,
  { kind, id, days }: { readonly kind: Kind; readonly id: string; readonly days: number },
  { caller }: CallContext,
): Promise<ItemMetrics> {
  const viewer = await loadViewer(deps.db, caller);
  const item = await findItem(deps.db, viewer, kind.kind, id);
  // Owners see who has installed it, and so do admins.
  if (item.is_owned) noteItemRead(viewer, item, "users who installed it");
  const from = new Date(Date.now() - days * DAY_MS);
  await deps.installs.settled();
  const figures = await deps.installs.figuresOf(item.id, from);
  return {
    ...(await OWN_FIGURES[kind.metrics ?? "downloads"](deps, { item, days, from, figures })),
    total_downloads: figures.downloads,
    by_harness: { ...figures.byHarness },
    by_version: await shownVersions(deps.db, viewer, item, figures.byVersion),
    series: Object.entries(figures.byDay).map(([date, downloads]) => ({ date, downloads })),
    ...(item.is_owned ? { users: await usersOf(deps, item, from) } : {}),
  };
}

/** Owners also install what others never hear of. */
async function shownVersions(
  db: Db,
  viewer: Viewer,
  item: Item,
  downloads: Readonly<Record<string, number>>,
): Promise<Record<string, number>> {
  if (item.is_owned) return { ...downloads };
  const shown = new Set(await listVersionNumbers(db, item.id, visibleStatuses(item, viewer)));
  return Object.fromEntries(Object.entries(downloads).filter(([version]) => shown.has(version)));
}

/** What is known of an item beside its installs. What nobody has told of is not known, which is something else than none. */
const OWN_FIGURES = {
  async calls({ usage }: MetricsDeps, { item, from }: MetricsQuestion) {
    const { calls, errors, latencyMs } = await usage.callsOf(namesOf(item), from);
    const known = calls > 0 ? latencyMs : null;
    return {
      listing_id: item.id,
      total_calls: calls || null,
      error_count: calls > 0 ? errors : null,
      error_rate: calls > 0 ? round(errors / calls) : null,
      avg_latency_ms: known && round(known.avg),
      p50_latency_ms: known && round(known.p50),
      p90_latency_ms: known && round(known.p90),
      p99_latency_ms: known && round(known.p99),
    };
  },
  async interactions({ usage }: MetricsDeps, { item, days, from }: MetricsQuestion) {
    const { interactions, acceptanceRate, avgToolCalls, avgLatencyMs } = await usage.interactionsOf(
      namesOf(item),
      from,
    );
    // Like the scorecard that they are taken from, for owners and admins.
    const scores = item.is_owned ? await usage.scoresOf(item.id, days) : UNKNOWN_SCORES;
    return {
      agent_id: item.id,
      total_interactions: interactions || null,
      acceptance_rate: acceptanceRate === null ? null : round(acceptanceRate),
      avg_tool_calls: interactions > 0 ? round(avgToolCalls) : null,
      avg_latency_ms: interactions > 0 ? round(avgLatencyMs) : null,
      dimension_averages: scores.averages && { ...scores.averages },
      weakest_dimension: scores.weakest,
      drift_alert: scores.hasDrifted,
    };
  },
  async downloads(_deps: MetricsDeps, { item, figures }: MetricsQuestion) {
    return { listing_id: item.id, unique_users: figures.users, last_downloaded_at: figures.lastAt };
  },
} as const;

/** What clients report an item by. */
const namesOf = (item: Item): string[] => [item.id, qualifiedName(item)];

/** To four decimals, as the contract has rates. */
const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Of someone whose account is gone there is no name. */
async function usersOf(
  { db, installs }: MetricsDeps,
  { id }: Item,
  from: Date,
): Promise<NonNullable<ItemMetrics["users"]>> {
  const rows = await installs.usersOf(id, from, MAX_USERS);
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
