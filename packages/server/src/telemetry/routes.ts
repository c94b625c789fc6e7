import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { describeSession } from "./describe-session.js";
import { findSession } from "./find-session.js";
import { findSessionEvent } from "./find-session-event.js";
import { getCheckpoint } from "./get-checkpoint.js";
import { getDashboard } from "./get-dashboard.js";
import { getDashboardSeries } from "./get-dashboard-series.js";
import { getStatus } from "./get-status.js";
import { ingestSession } from "./ingest-session.js";
import { listEvents } from "./list-events.js";
import { listLines } from "./list-lines.js";
import { listSessionRatings } from "./list-session-ratings.js";
import { listSessions } from "./list-sessions.js";
import { postHookEvent } from "./post-hook-event.js";
import { postTelemetryEvents } from "./post-telemetry-events.js";
import { purgeTelemetry } from "./purge-telemetry.js";
import { rateSession } from "./rate-session.js";
import type { TelemetryDeps } from "./telemetry-deps.js";

export function mountTelemetry(mount: Mount, deps: TelemetryDeps): void {
  mount(contract.ingestSession, ({ body }, caller, call) => ingestSession(deps, body, { caller, call }));
  mount(contract.getSessionCheckpoint, ({ query }, caller) => getCheckpoint(deps, query, caller));
  mount(contract.postTelemetryEvents, ({ body }, caller) => postTelemetryEvents(deps, body, caller));
  mount(contract.postHookEvent, (input, caller, call) => postHookEvent(deps, input, { caller, call }));
  mount(contract.getTelemetryStatus, (_input, caller) => getStatus(deps, caller));
  mount(contract.listSessions, ({ query }, caller, call) => listSessions(deps, query, { caller, call }));
  mount(contract.getSession, async ({ params, query }, caller) =>
    describeSession(await findSession(deps, params.id, query, caller), deps.settings),
  );
  mount(contract.listSessionEvents, ({ params, query }, caller, call) =>
    listEvents(deps, params.id, query, { caller, call }),
  );
  mount(contract.findSessionEvent, ({ params, query }, caller) => findSessionEvent(deps, params.id, query, caller));
  mount(contract.listSessionLines, ({ params, query }, caller, call) =>
    listLines(deps, params.id, query, { caller, call }),
  );
  mount(contract.listSessionRatings, ({ params, query }, caller, call) =>
    listSessionRatings(deps, params.id, query, { caller, call }),
  );
  mount(contract.rateSession, ({ params, query, body }, caller, call) =>
    rateSession(deps, { id: params.id, ref: query, rating: body }, { caller, call }),
  );
  mount(contract.purgeTelemetry, ({ body }, _caller, call) => purgeTelemetry(deps, body, call));
  mount(contract.getDashboardSummary, ({ query }, caller) => getDashboard(deps, query, caller));
  mount(contract.getDashboardSeries, ({ query }, caller) => getDashboardSeries(deps, query, caller));
}
