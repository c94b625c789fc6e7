import type { Retention } from "@tackroom/contract";
import type { Settings } from "../../settings/index.js";
import { retentionPolicy, type RetentionPolicy } from "../core/retention-policy.js";
import { countForgottenSessions } from "../stores/session-purge-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

export function policyAt(settings: Pick<Settings, "get">, now: Date): RetentionPolicy {
  const days = settings.get("data.retention_days");
  return retentionPolicy({ days, projects: settings.get("data.project_retention_days") }, now);
}

/** `GET /admin/telemetry/retention`: a dry run of what the nightly removal would do now. */
export async function getRetention({ db, settings }: Pick<TelemetryDeps, "db" | "settings">): Promise<Retention> {
  const due = await countForgottenSessions(db, policyAt(settings, new Date()));
  return {
    days: settings.get("data.retention_days"),
    projects: [...settings.get("data.project_retention_days")],
    due: {
      sessions: due.reduce((total, { sessions }) => total + sessions, 0),
      lines: due.reduce((total, { lines }) => total + lines, 0),
      projects: due,
    },
  };
}
