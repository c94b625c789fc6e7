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
  mount(contract.ingestSession, ({ body }, caller, call) => ingestSession(deps, body, { caller, call }));
  mount(contract.getSessionCheckpoint, ({ query }, caller) => getSessionCheckpoint(deps, query, caller));
  mount(contract.postTelemetryEvents, ({ body }, caller) => postTelemetryEvents(deps, body, caller));
  mount(contract.postHookEvent, (input, caller, call) => postHookEvent(deps, input, { caller, call }));
  mount(contract.getTelemetryStatus, (_input, caller) => getTelemetryStatus(deps, caller));
  mount(contract.listSessions, ({ query }, caller, call) => listSessions(deps, query, { caller, call }));
  mount(contract.getSession, ({ params, query }, caller) => getSession(deps, params.id, query, caller));
  mount(contract.listSessionEvents, ({ params, query }, caller, call) =>
    listSessionEvents(deps, params.id, query, { caller, call }),
  );
  mount(contract.findSessionEvent, ({ params, query }, caller) => findSessionEvent(deps, params.id, query, caller));
  mount(contract.listSessionLines, ({ params, query }, caller, call) =>
    listSessionLines(deps, params.id, query, { caller, call }),
  );
  mount(contract.listSessionRatings, ({ params, query }, caller, call) =>
    listSessionRatings(deps, params.id, query, { caller, call }),
  );
  mount(contract.rateSession, ({ params, query, body }, caller, call) =>
    rateSession(deps, { id: params.id, ref: query, rating: body }, { caller, call }),
  );
  mount(contract.purgeTelemetry, ({ body }, _caller, call) => purgeTelemetry(deps, body, call));
  mount(contract.getDashboardSummary, ({ query }, caller) => getDashboardSummary(deps, query, caller));
  mount(contract.getDashboardSeries, ({ query }, caller) => getDashboardSeries(deps, query, caller));
}
