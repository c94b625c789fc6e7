export { costOfPeriod, type PeriodCost } from "./dashboard/cost-of-period.js";
export { describeSession } from "./sessions/describe-session.js";
export { findSession } from "./sessions/find-session.js";
export { countEvents, listSessionEvents, readEventsOf, type EventPlace } from "./events/list-session-events.js";
export {
  countOlderActivity,
  countRepeatedCalls,
  nameOldSessions,
  redactOlderLines,
  removeOldTelemetry,
  seekOlderLines,
} from "./jobs.js";
export { findSessions, listSessions } from "./sessions/list-sessions.js";
export { openTelemetry } from "./open-telemetry.js";
export { noteSessionRead } from "./privileged-reads.js";
export { mountTelemetry } from "./routes.js";
export { priceMinutes } from "./dashboard/price-minutes.js";
export {
  callsByMinute,
  latenciesByMinute,
  usageByMinute,
  type ActivityQuery,
  type MinuteCalls,
  type MinuteLatencies,
} from "./stores/activity-store.js";
export type { ReportStore } from "./stores/report-store.js";
export type { SessionRow } from "./stores/session-store.js";
export type { SessionUpdate } from "./ingest/session-updates.js";
export type { TelemetryDeps } from "./telemetry-deps.js";
export { weightsProblem, weightsWith } from "./core/weights.js";
export { loadWeights, lockWeights, saveWeights } from "./stores/weight-store.js";
export { aboutItems } from "./about-items.js";
