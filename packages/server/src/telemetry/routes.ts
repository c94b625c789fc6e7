import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { createCanary } from "./canaries/create-canary.js";
import { deleteCanary } from "./canaries/delete-canary.js";
import { listCanaries } from "./canaries/list-canaries.js";
import { listCanaryReports } from "./canaries/list-canary-reports.js";
import { countSessions } from "./sessions/count-sessions.js";
import { exportSessions } from "./sessions/export-sessions.js";
import { getSession } from "./sessions/get-session.js";
import { findSessionEvent } from "./events/find-session-event.js";
import { getSessionOutline } from "./events/get-session-outline.js";
import { getSessionCheckpoint } from "./ingest/get-session-checkpoint.js";
import { exportDashboardBreakdown } from "./dashboard/export-dashboard-breakdown.js";
import { exportDashboardFailures } from "./dashboard/export-dashboard-failures.js";
import { getDashboardBreakdown } from "./dashboard/get-dashboard-breakdown.js";
import { listDashboardFailures } from "./dashboard/list-dashboard-failures.js";
import { getDashboardSummary } from "./dashboard/get-dashboard-summary.js";
import { getDashboardSeries } from "./dashboard/get-dashboard-series.js";
import { getTelemetryStatus } from "./events/get-telemetry-status.js";
import { getScorecard } from "./scorecards/get-scorecard.js";
import { ingestSession } from "./ingest/ingest-session.js";
import { listScorecardSessions } from "./scorecards/list-scorecard-sessions.js";
import { listSessionEvents } from "./events/list-session-events.js";
import { listSessionLines } from "./events/list-session-lines.js";
import { listSessionRatings } from "./sessions/list-session-ratings.js";
import { listSessions } from "./sessions/list-sessions.js";
import { postHookEvent } from "./events/post-hook-event.js";
import { postTelemetryEvents } from "./events/post-telemetry-events.js";
import { exportTelemetry } from "./retention/export-telemetry.js";
import { getRetention } from "./retention/get-retention.js";
import { purgeTelemetry } from "./retention/purge-telemetry.js";
import { deleteSessionView } from "./sessions/delete-session-view.js";
import { listSessionViews } from "./sessions/list-session-views.js";
import { saveSessionView } from "./sessions/save-session-view.js";
import { rateSession } from "./sessions/rate-session.js";
import type { TelemetryDeps } from "./telemetry-deps.js";

export function mountTelemetry(mount: Mount, deps: TelemetryDeps): void {
  mount(contract.ingestSession, ({ body }, context) => ingestSession(deps, body, context));
  mount(contract.getSessionCheckpoint, ({ query }, context) => getSessionCheckpoint(deps, query, context));
  mount(contract.postTelemetryEvents, ({ body }, context) => postTelemetryEvents(deps, body, context));
  mount(contract.postHookEvent, (input, context) => postHookEvent(deps, input, context));
  mount(contract.getTelemetryStatus, (_input, context) => getTelemetryStatus(deps, context));
  mount(contract.listSessions, ({ query }, context) => listSessions(deps, query, context));
  mount(contract.countSessions, ({ query }, context) => countSessions(deps, query, context));
  mount(contract.exportSessions, ({ query }, context) => exportSessions(deps, query, context));
  mount(contract.getSession, ({ params, query }, context) => getSession(deps, { ...query, ...params }, context));
  mount(contract.listSessionEvents, ({ params, query }, context) =>
    listSessionEvents(deps, { ...query, ...params }, context),
  );
  mount(contract.findSessionEvent, ({ params, query }, context) =>
    findSessionEvent(deps, { ...query, ...params }, context),
  );
  mount(contract.getSessionOutline, ({ params, query }, context) =>
    getSessionOutline(deps, { ...query, ...params }, context),
  );
  mount(contract.listSessionLines, ({ params, query }, context) =>
    listSessionLines(deps, { ...query, ...params }, context),
  );
  mount(contract.listSessionRatings, ({ params, query }, context) =>
    listSessionRatings(deps, { ...query, ...params }, context),
  );
  mount(contract.listSessionViews, (_input, context) => listSessionViews(deps, context));
  mount(contract.saveSessionView, ({ params: { name }, body }, context) =>
    saveSessionView({ name, params: body.params }, context),
  );
  mount(contract.deleteSessionView, ({ params }, context) => deleteSessionView(params, context));
  mount(contract.rateSession, ({ params, query, body }, context) =>
    rateSession(deps, { ...params, ref: query, rating: body }, context),
  );
  mount(contract.purgeTelemetry, ({ body }, context) => purgeTelemetry(deps, body, context));
  mount(contract.getRetention, () => getRetention(deps));
  mount(contract.exportTelemetry, (input, context) => exportTelemetry(deps, input, context));
  mount(contract.getDashboardSummary, ({ query }, context) => getDashboardSummary(deps, query, context));
  mount(contract.getDashboardSeries, ({ query }, context) => getDashboardSeries(deps, query, context));
  mount(contract.getDashboardBreakdown, ({ query }, context) => getDashboardBreakdown(deps, query, context));
  mount(contract.exportDashboardBreakdown, ({ query }, context) => exportDashboardBreakdown(deps, query, context));
  mount(contract.listDashboardFailures, ({ query }, context) => listDashboardFailures(deps, query, context));
  mount(contract.exportDashboardFailures, ({ query }, context) => exportDashboardFailures(deps, query, context));
  mount(contract.getScorecard, ({ params, query }, context) => getScorecard(deps, { ...query, ...params }, context));
  mount(contract.listScorecardSessions, ({ params, query }, context) =>
    listScorecardSessions(deps, { ...query, ...params }, context),
  );
  mount(contract.createCanary, ({ body }, context) => createCanary(deps, body, context));
  mount(contract.listCanaries, ({ params }, context) => listCanaries(deps, params, context));
  mount(contract.deleteCanary, ({ params }, context) => deleteCanary(params, context));
  mount(contract.listCanaryReports, ({ params, query }, context) =>
    listCanaryReports(deps, { ...query, ...params }, context),
  );
}
