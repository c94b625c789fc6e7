import { Type } from "typebox";
import { job } from "../platform/jobs/index.js";
import { purgeSessions, type PurgeDeps } from "./purge-sessions.js";
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
