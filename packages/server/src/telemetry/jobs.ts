import { SECRET_RULES_VERSION } from "@tackroom/harness/secrets";
import { Type } from "typebox";
import { job } from "../platform/jobs/index.js";
import { policyAt } from "./retention/get-retention.js";
import { seekStoredLines, type SeekStoredDeps } from "./canaries/seek-stored-lines.js";
import { purgeSessions, type PurgeDeps } from "./retention/purge-sessions.js";
import { countOldActivity, type CountActivityDeps } from "./sessions/count-old-activity.js";
import { countRecentRepeats, type CountDeps } from "./scorecards/count-repeats.js";
import { readSessionNames, type ReadNamesDeps } from "./sessions/read-session-names.js";
import { BEFORE_ALL, redactStoredLines, type RedactDeps } from "./retention/redact-stored-lines.js";
import type { TelemetryDeps } from "./telemetry-deps.js";

/** Telemetry is kept for as many days as the settings say. */
export const removeOldTelemetry = job({
  name: "telemetry.remove-old",
  payload: Type.Object({}),
  retryAfterSeconds: [60, 600],
  timeoutSeconds: 3600,
  cron: "37 3 * * *",
  run: async (deps: PurgeDeps & Pick<TelemetryDeps, "settings">) => {
    const policy = policyAt(deps.settings, new Date());
    await purgeSessions(deps, policy);
    // Reports do not say which project they belong to.
    await deps.expired.deleteBefore(new Date(policy.since));
  },
});

/** Sessions from before names were kept get theirs, some at a time, until all have been looked through. */
export const nameOldSessions = job({
  name: "telemetry.name-old-sessions",
  payload: Type.Object({}),
  retryAfterSeconds: [60, 600],
  timeoutSeconds: 1800,
  cron: "*/10 * * * *",
  run: (deps: ReadNamesDeps) => readSessionNames(deps),
});

/** Sessions from before activity was kept are counted by minute, until all are. */
export const countOlderActivity = job({
  name: "telemetry.count-older-activity",
  payload: Type.Object({}),
  retryAfterSeconds: [60, 600],
  timeoutSeconds: 1800,
  cron: "*/10 * * * *",
  run: (deps: CountActivityDeps) => countOldActivity(deps),
});

/** Scorecards count what is missing when they are asked for; this leaves them little to count. */
export const countRepeatedCalls = job({
  name: "telemetry.count-repeated-calls",
  payload: Type.Object({}),
  retryAfterSeconds: [60],
  timeoutSeconds: 1800,
  cron: "*/5 * * * *",
  run: (deps: CountDeps) => countRecentRepeats(deps),
});

/** About a minute's work; then other jobs have their turn. */
const LINES_OF_A_RUN = 20_000;

/** Markers of an agent in what its session had stored before: more lines than may be looked at while the session is locked. */
export const seekOlderLines = job({
  name: "telemetry.seek-older-lines",
  payload: Type.Object({
    session: Type.String({ format: "uuid" }),
    canaries: Type.Array(Type.String({ format: "uuid" })),
    from: Type.Integer({ minimum: 0 }),
  }),
  retryAfterSeconds: [60, 600],
  timeoutSeconds: 3600,
  run: async (deps: SeekStoredDeps & Pick<TelemetryDeps, "jobs">, unsearched) => {
    const left = await seekStoredLines(deps, unsearched, LINES_OF_A_RUN);
    if (left) await deps.jobs.enqueue(seekOlderLines, left);
  },
});

/**
 * When the rules for secrets have changed, what is shown of stored sessions is redacted anew. Also on a schedule, since a
 * process of an older version may still have written after the newer one had begun.
 */
export const redactOlderLines = job({
  name: "telemetry.redact-older-lines",
  payload: Type.Object({ after: Type.Optional(Type.String()) }),
  retryAfterSeconds: [60, 600],
  timeoutSeconds: 3600,
  cron: "17 * * * *",
  run: async ({ jobs, ...deps }: RedactDeps & Pick<TelemetryDeps, "jobs">, { after = BEFORE_ALL }) => {
    const done = await redactStoredLines(deps, { version: SECRET_RULES_VERSION, after, maxLines: LINES_OF_A_RUN });
    if (done !== undefined) await jobs.enqueue(redactOlderLines, { after: done });
  },
});
