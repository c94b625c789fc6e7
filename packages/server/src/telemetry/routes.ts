import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { getSession } from "./sessions/get-session.js";
import { findSessionEvent } from "./events/find-session-event.js";
import { getSessionCheckpoint } from "./ingest/get-session-checkpoint.js";
import { getDashboardSummary } from "./dashboard/get-dashboard-summary.js";
import { getDashboardSeries } from "./dashboard/get-dashboard-series.js";
import { getTelemetryStatus } from "./events/get-telemetry-status.js";
import { ingestSession } from "./ingest/ingest-session.js";
import { listSessionEvents } from "./events/list-session-events.js";
import { listSessionLines } from "./events/list-session-lines.js";
import { listSessionRatings } from "./sessions/list-session-ratings.js";
import { listSessions } from "./sessions/list-sessions.js";
import { postHookEvent } from "./events/post-hook-event.js";
import { postTelemetryEvents } from "./events/post-telemetry-events.js";
import { purgeTelemetry } from "./retention/purge-telemetry.js";
import { rateSession } from "./sessions/rate-session.js";
import type { TelemetryDeps } from "./telemetry-deps.js";

export function mountTelemetry(mount: Mount, deps: TelemetryDeps): void {
  mount(contract.ingestSession, ({ body }, context) => ingestSession(deps, body, context));
  mount(contract.getSessionCheckpoint, ({ query }, context) => getSessionCheckpoint(deps, query, context));
  mount(contract.postTelemetryEvents, ({ body }, context) => postTelemetryEvents(deps, body, context));
  mount(contract.postHookEvent, (input, context) => postHookEvent(deps, input, context));
  mount(contract.getTelemetryStatus, (_input, context) => getTelemetryStatus(deps, context));
  mount(contract.listSessions, ({ query }, context) => listSessions(deps, query, context));
  mount(contract.getSession, ({ params, query }, context) => getSession(deps, { ...query, ...params }, context));
  mount(contract.listSessionEvents, ({ params, query }, context) =>
    listSessionEvents(deps, { ...query, ...params }, context),
  );
  mount(contract.findSessionEvent, ({ params, query }, context) =>
    findSessionEvent(deps, { ...query, ...params }, context),
  );
  mount(contract.listSessionLines, ({ params, query }, context) =>
    listSessionLines(deps, { ...query, ...params }, context),
  );
  mount(contract.listSessionRatings, ({ params, query }, context) =>
    listSessionRatings(deps, { ...query, ...params }, context),
  );
  mount(contract.rateSession, ({ params, query, body }, context) =>
    rateSession(deps, { ...params, ref: query, rating: body }, context),
  );
  mount(contract.purgeTelemetry, ({ body }, context) => purgeTelemetry(deps, body, context));
  mount(contract.getDashboardSummary, ({ query }, context) => getDashboardSummary(deps, query, context));
  mount(contract.getDashboardSeries, ({ query }, context) => getDashboardSeries(deps, query, context));
}
