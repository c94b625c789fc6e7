import { SECRET_RULES_VERSION } from "@tackroom/harness/secrets";
import { Type } from "typebox";
import { job, type Jobs } from "../platform/jobs/index.js";
import { purgeSessions, type PurgeDeps } from "./retention/purge-sessions.js";
import { readSessionNames, type ReadNamesDeps } from "./sessions/read-session-names.js";
import { BEFORE_ALL, redactStoredLines, type RedactDeps } from "./retention/redact-stored-lines.js";
import type { TelemetryDeps } from "./telemetry-deps.js";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Telemetry is kept for as many days as the setting says. */
export const removeOldTelemetry = job({
  name: "telemetry.remove-old",
  payload: Type.Object({}),
  retryAfterSeconds: [60, 600],
  timeoutSeconds: 3600,
  cron: "37 3 * * *",
  run: async (deps: PurgeDeps & Pick<TelemetryDeps, "settings">) => {
    const since = new Date(Date.now() - deps.settings.get("data.retention_days") * DAY_MS);
    await purgeSessions(deps, since);
    await deps.expired.deleteBefore(since);
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

/** About a minute's work; then other jobs have their turn. */
const LINES_OF_A_RUN = 20_000;

/**
 * When the rules for secrets have changed, what is shown of stored sessions is redacted anew. Also on a schedule, since a
 * process of an older version may still have written after the newer one had begun.
 */
export const redactOlderLines = job({
  name: "telemetry.redact-older-lines",
  payload: Type.Object({ after: Type.Optional(Type.String()) }),
  retryAfterSeconds: [60, 600],
  timeoutSeconds: 3600,
  singletonKey: () => "all",
  cron: "17 * * * *",
  run: async ({ jobs, ...deps }: RedactDeps & { readonly jobs: Pick<Jobs, "enqueue"> }, { after = BEFORE_ALL }) => {
    const done = await redactStoredLines(deps, { version: SECRET_RULES_VERSION, after, maxLines: LINES_OF_A_RUN });
    if (done !== undefined) await jobs.enqueue(redactOlderLines, { after: done });
  },
});
