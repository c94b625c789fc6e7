import { EVENT_KINDS, type listSessionEvents as endpoint, type SessionEvent } from "@tackroom/contract";
import type { Static } from "typebox";
import { page, type Answer, type Call, type Caller } from "../platform/http/index.js";
import { fieldError } from "../platform/service-error.js";
import { costOf, type ModelPrices } from "./core/prices.js";
import { showEvents, type KeptEvents } from "./core/show-events.js";
import { tokensOf } from "./describe-session.js";
import { findSession } from "./find-session.js";
import type { ShownLine } from "./line-list-store.js";
import type { LineRange } from "./core/line-range.js";
import type { SessionRow } from "./session-store.js";
import type { TelemetryDeps } from "./telemetry-deps.js";

/** `GET /sessions/{id}/events` */
export async function listEvents(
  deps: TelemetryDeps,
  id: string,
  { limit, offset, kinds: list, ...ref }: Static<typeof endpoint.query>,
  { caller, call }: { readonly caller: Caller; readonly call: Call },
): Promise<Answer<SessionEvent[]>> {
  const kinds = readKinds(list);
  const session = await findSession(deps, id, ref, caller);
  const total = await countEvents(deps, session, kinds);
  const start = offset === 0 ? START : await deps.lineLists.placeOf(session.id, keptLines(session), kinds, offset);
  const found = start ? await readEvents(deps, session, { kinds, from: start, limit }) : [];
  return page({ items: found.map(({ event }) => event), total }, { limit, offset }, call.url);
}

export function readKinds(list: string | undefined): string[] {
  const kinds = (list ?? "").split(",").filter((kind) => kind !== "");
  const known: readonly string[] = EVENT_KINDS;
  if (kinds.every((kind) => known.includes(kind))) return kinds;
  throw fieldError("query.kinds", `must be some of ${EVENT_KINDS.join(", ")}, separated by commas`);
}

/** An event's place: its line, and how many events of the line come before it. */
export interface EventPlace {
  readonly line: number;
  readonly at: number;
}

export const START: EventPlace = { line: 0, at: 0 };

export interface PlacedEvent {
  readonly place: EventPlace;
  readonly event: SessionEvent;
}

export interface EventPage {
  /** All of them when there are none. */
  readonly kinds: readonly string[];
  readonly from: EventPlace;
  readonly limit: number;
}

export function countEvents(
  { lineLists }: Pick<TelemetryDeps, "lineLists">,
  session: SessionRow,
  kinds: readonly string[],
): Promise<number> | number {
  const { id, events, purged_below } = session;
  // The summary also has what was purged since.
  return kinds.length === 0 && purged_below === 0 ? events : lineLists.countKinds(id, keptLines(session), kinds);
}

/** Lines that were purged may be there for a moment longer. */
export function keptLines({ purged_below, highest_line }: SessionRow): LineRange {
  return { from: purged_below, to: Math.max(purged_below, highest_line) };
}

/** Events in the order of their lines. A place stays where it is while lines are added, so pages do not shift. */
export async function readEvents(
  { lineLists, settings }: Pick<TelemetryDeps, "lineLists" | "settings">,
  session: SessionRow,
  { kinds, from, limit }: EventPage,
): Promise<PlacedEvent[]> {
  const kept = keptLines(session);
  const range = { from: Math.max(kept.from, from.line), to: kept.to };
  if (range.to < range.from) return [];
  const prices = settings.get("telemetry.model_prices");
  const rows = await lineLists.shownLines(session.id, range, kinds, limit + 1);
  return rows
    .flatMap((row) => eventsOf(row, prices))
    .filter(({ event }) => kinds.length === 0 || kinds.includes(event.kind))
    .filter(({ place }) => place.line > from.line || place.at >= from.at)
    .slice(0, limit);
}

function eventsOf({ line, shown, texts, model, ...row }: ShownLine, prices: ModelPrices): PlacedEvent[] {
  const { input, output, cache_read: cacheRead, cache_write: cacheWrite, cost_usd: costUsd } = row;
  const usage = { input, output, cacheRead, cacheWrite, costUsd };
  const tokens = tokensOf([usage]);
  const isUsage = tokens.total > 0 || costUsd !== null;
  const events = showEvents({ events: JSON.parse(shown) as KeptEvents["events"], texts });
  // What the line adds to the session's tokens and cost is told once.
  return events.map((event, at) => ({
    place: { line, at },
    event: {
      line,
      ...event,
      tokens: at === 0 && tokens.total > 0 ? tokens : null,
      cost_usd: at === 0 && isUsage ? costOf({ [model]: usage }, prices) : null,
    },
  }));
}
