import { roleSuffices, type AlertMetric, type Role } from "@tackroom/contract";
import { serverKey } from "@tackroom/harness";
import { isUuid } from "../platform/ids.js";
import { loadViewer, qualifiedName, type Item } from "../registry/index.js";
import {
  callsByMinute,
  latenciesByMinute,
  priceMinutes,
  usageByMinute,
  type ActivityQuery,
  type MinuteCalls,
  type MinuteLatencies,
} from "../telemetry/index.js";
import type { MetricDeps } from "./alert-deps.js";
import type { MetricRows } from "./core/metric-windows.js";
import { sharedMinutes } from "./core/minutes.js";
import { findTarget, type Targeted } from "./find-target.js";

/** With whose eyes the data is read. */
export interface Observer {
  readonly userId: string;
  readonly role: Role;
}

interface Range {
  /** Milliseconds since 1970, whole minutes; `to` is the first moment after it. */
  readonly from: number;
  readonly to: number;
}

interface Question {
  readonly range: { readonly from: string; readonly to: string };
  /** Undefined: everyone's. */
  readonly userId: string | undefined;
  readonly watched: Targeted;
  readonly item: Item | undefined;
}

/** What a metric is made of in a stretch of time: of what the observer may see now. */
export async function loadMetric(
  deps: MetricDeps,
  watched: Targeted & { readonly metric: AlertMetric; readonly window_minutes: number },
  observer: Observer,
  { from, to }: Range,
): Promise<MetricRows> {
  const question: Question = {
    range: written({ from, to }),
    userId: roleSuffices(observer.role, "admin") ? undefined : observer.userId,
    watched,
    item: watched.target_type === "all" ? undefined : await findSeenTarget(deps, watched, observer),
  };
  switch (watched.metric) {
    case "error_rate":
      return { metric: watched.metric, rows: timed(await loadCalls(deps, question)) };
    case "latency_p99":
      return {
        metric: watched.metric,
        rows: timed(await loadLatencies(deps, question, sharedMinutes({ from, to }, watched.window_minutes))),
      };
    default:
      return { metric: watched.metric, rows: timed(await loadAmounts(deps, question, watched.metric)) };
  }
}

const written = ({ from, to }: Range): Question["range"] => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

async function findSeenTarget({ db }: MetricDeps, watched: Targeted, observer: Observer): Promise<Item | undefined> {
  // Nobody is shown anything of the item: the read is the service's own.
  const viewer = await loadViewer(db, { ...observer, notePrivilegedRead: () => undefined });
  return findTarget(db, viewer, watched);
}

const timed = <Row extends { readonly minute: string }>(rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, minute: Date.parse(row.minute) }));

async function loadCalls({ db, reports }: MetricDeps, question: Question): Promise<MinuteCalls[]> {
  const activity = callsByMinute(db, activityQuery(question));
  const reported = hasReports(question) ? reports.reportedCalls(reportQuery(question)) : [];
  return (await Promise.all([activity, reported])).flat();
}

async function loadLatencies(
  { db, reports }: MetricDeps,
  question: Question,
  shared: Range,
): Promise<MinuteLatencies[]> {
  const together = written(shared);
  const activity = latenciesByMinute(db, activityQuery(question), together);
  const reported = hasReports(question) ? reports.reportedLatencies(reportQuery(question), together) : [];
  return (await Promise.all([activity, reported])).flat();
}

async function loadAmounts(
  { db, settings }: MetricDeps,
  question: Question,
  metric: "token_usage" | "cost_usd",
): Promise<{ minute: string; amount: number }[]> {
  const usage = await usageByMinute(db, activityQuery(question));
  if (metric === "cost_usd") {
    const costs = priceMinutes(usage, settings.get("telemetry.model_prices"));
    return costs.map(({ minute, usd }) => ({ minute, amount: usd }));
  }
  return usage.map(({ minute, input, output, cache_read, cache_write }) => ({
    minute,
    amount: input + output + cache_read + cache_write,
  }));
}

function activityQuery({ range, userId, watched, item }: Question): ActivityQuery {
  return {
    ...range,
    userIds: userId === undefined ? undefined : [userId],
    agent: watched.target_type === "agent" ? agentOf(watched.target_id, item) : undefined,
    servers: watched.target_type === "mcp" ? serversOf(watched.target_id, item) : undefined,
  };
}

function agentOf(given: string, item: Item | undefined): NonNullable<ActivityQuery["agent"]> {
  const id = item?.id ?? (isUuid(given) ? given : null);
  return { id, refs: [given, ...(item ? [qualifiedName(item)] : [])] };
}

/** In transcripts a server has the name that its user gave it, which is mostly one of these. */
function serversOf(given: string, item: Item | undefined): string[] {
  const names = [given, ...(item ? [item.slug, item.name, qualifiedName(item)] : [])];
  // The tools of the harness itself have no server, and must not become those of a server without a proper name.
  return [...new Set(names.map(serverKey))].filter((key) => /[^-]/.test(key));
}

/** Reports name a server, and no agent. */
const hasReports = ({ watched }: Question): boolean => watched.target_type !== "agent";

const reportQuery = ({ range, userId, watched, item }: Question) => ({
  ...range,
  userId,
  servers:
    watched.target_type === "all"
      ? undefined
      : [...new Set([watched.target_id, ...(item ? [item.id, qualifiedName(item)] : [])])],
});
