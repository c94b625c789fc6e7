import type { HealthReport } from "@tackroom/contract";
import type { Log } from "../platform/log.js";
import { withTimeLimit } from "../platform/time-limit.js";

export interface HealthDeps {
  readonly anyUserExists: () => Promise<boolean>;
  readonly pingAnalytics: (limitMs: number) => Promise<void>;
  readonly busState: () => HealthReport["bus"];
  /** Undefined where nothing is stored on this machine's disk. */
  readonly storageState: () => HealthReport["storage"];
  readonly version: string;
  /** Undefined on a worker, which answers no searches. */
  readonly searchProgress?: () => NonNullable<HealthReport["search"]>;
  readonly log: Log;
}

/** Long enough for a busy store, short enough for a load balancer's own time limit. */
const ANSWER_LIMIT_MS = 2000;

/** Asks each store. Callers who come while it is asking share the answer, so a hanging store is not asked in a pile. */
export function createHealthCheck(deps: HealthDeps): () => Promise<HealthReport> {
  let asking: Promise<HealthReport> | undefined;
  let initialized = false;

  const noteDatabase = noteChanges("the relational store", deps.log);
  const noteAnalytics = noteChanges("the analytical store", deps.log);

  const ask = async (): Promise<HealthReport> => {
    const [users, analytics] = await Promise.allSettled([
      withTimeLimit(ANSWER_LIMIT_MS, "the relational store", deps.anyUserExists()),
      deps.pingAnalytics(ANSWER_LIMIT_MS),
    ]);
    // While the database is away, what it said last still holds: users do not vanish.
    if (users.status === "fulfilled") initialized = users.value;
    noteDatabase(users);
    noteAnalytics(analytics);
    const bus = deps.busState();
    const storage = deps.storageState();
    const isDegraded = bus === "unreachable" || storage === "read_only";
    const storesAnswer = users.status === "fulfilled" && analytics.status === "fulfilled";
    return {
      status: !storesAnswer ? "unhealthy" : isDegraded ? "degraded" : "ok",
      initialized,
      database: users.status === "fulfilled" ? "ok" : "unreachable",
      analytics: analytics.status === "fulfilled" ? "ok" : "unreachable",
      bus,
      ...(storage && { storage }),
      version: deps.version,
      ...(deps.searchProgress && { search: deps.searchProgress() }),
    };
  };

  return () => {
    asking ??= ask().finally(() => (asking = undefined));
    return asking;
  };
}

/** Says why a store does not answer, once: health is asked every few seconds. */
function noteChanges(store: string, log: Log): (result: PromiseSettledResult<unknown>) => void {
  let answered = true;
  return (result) => {
    const answers = result.status === "fulfilled";
    if (result.status === "rejected" && answered) log.error({ err: result.reason }, `${store} is not responding`);
    if (answers && !answered) log.info(`${store} is responding again`);
    answered = answers;
  };
}
