import type { getSessionOutline as endpoint, SessionOutline } from "@tackroom/contract";
import { usageComesFirst } from "@tackroom/harness";
import type { Static } from "typebox";
import type { CallContext } from "../../platform/http/index.js";
import { pieceOf, restOf } from "../core/line-range.js";
import { Outline, type OutlineLine } from "../core/outline.js";
import { pricesAt } from "../core/prices.js";
import { showEvents, type KeptEvents } from "../core/show-events.js";
import { usageEntry } from "../ingest/read-lines.js";
import { findSession } from "../sessions/find-session.js";
import type { OutlineRow } from "../stores/outline-store.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { countEvents, keptLines } from "./list-session-events.js";

/** So much of a session is in memory at a time. */
const LINES_AT_ONCE = 4000;

/** `GET /sessions/{id}/outline` */
export async function getSessionOutline(
  deps: TelemetryDeps,
  { id, ...ref }: Static<typeof endpoint.query> & { readonly id: string },
  { caller }: CallContext,
): Promise<SessionOutline> {
  const session = await findSession(deps, id, ref, caller);
  const prices = deps.settings.get("telemetry.model_prices");
  const source = { revision: session.revision, basis: JSON.stringify([session.purged_below, prices]) };
  return deps.recentOutlines.get(session.id, source, () => readOutline(deps, session));
}

async function readOutline(deps: TelemetryDeps, session: SessionRow): Promise<SessionOutline> {
  const outline = new Outline({
    total: await countEvents(deps, session, []),
    comesFirst: usageComesFirst(session.harness),
    // By the prices of the session's time, as in its summary.
    priceOf: pricesAt(deps.settings.get("telemetry.model_prices"), session.started_at),
  });
  let range = keptLines(session);
  while (range.from <= range.to) {
    const piece = pieceOf(range, LINES_AT_ONCE, false);
    const rows = await deps.outlines.outlineLines(session.id, piece);
    for (const row of rows) outline.add(lineOf(row));
    range = restOf(range, piece.to, false);
    if (rows.length > 0 || range.from > range.to) continue;
    // A gap may be millions of lines long.
    const next = await deps.lineLists.lineAt(session.id, range, 0);
    if (next === undefined) break;
    range = { ...range, from: next };
  }
  return outline.done();
}

function lineOf(row: OutlineRow): OutlineLine {
  const { line, at, shown, texts, usage_key: usageKey } = row;
  const events = shown === "" ? [] : showEvents({ events: JSON.parse(shown) as KeptEvents["events"], texts });
  return {
    line,
    events: events.map((event) => (event.timestamp === null ? { ...event, timestamp: at } : event)),
    usage: usageKey === "" ? null : usageEntry(row),
    usageKey,
  };
}
