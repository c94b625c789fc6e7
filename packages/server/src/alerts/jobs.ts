import { Type } from "typebox";
import { job } from "../platform/jobs/index.js";
import type { AlertJobDeps } from "./alert-deps.js";
import { deliverAlerts } from "./deliver-alerts.js";
import { evaluateAlerts } from "./evaluate-alerts.js";

/** Delivers what is due: right after a firing, and on a schedule what a process that died has left behind. */
export const deliverAlertsJob = job({
  name: "alerts.deliver",
  payload: Type.Object({}),
  retryAfterSeconds: [],
  timeoutSeconds: 900,
  cron: "* * * * *",
  run: (deps: Pick<AlertJobDeps, "db" | "outbound" | "sealing" | "log">) => deliverAlerts(deps),
});

/** What an evaluation that failed or was cut off has not seen, the next one sees. */
export const evaluateAlertsJob = job({
  name: "alerts.evaluate",
  payload: Type.Object({}),
  retryAfterSeconds: [],
  timeoutSeconds: 900,
  cron: "* * * * *",
  run: (deps: AlertJobDeps) => evaluateUntil(deps, new Date()),
});

export function evaluateUntil({ jobs, ...deps }: AlertJobDeps, now: Date): Promise<void> {
  return evaluateAlerts({ ...deps, askForDelivery: () => jobs.enqueue(deliverAlertsJob, {}) }, now);
}
