import { EVENT_KINDS, type listSessionEvents as endpoint, type SessionEvent } from "@tackroom/contract";
import { usageComesFirst } from "@tackroom/harness";
import type { Static } from "typebox";
import { page, type Answer, type CallContext } from "../../platform/http/index.js";
import { fieldError } from "../../platform/service-error.js";
import { costOf, pricesAt, type PriceOf } from "../core/prices.js";
import { showEvents, type KeptEvents } from "../core/show-events.js";
import { sumUsage, tokensOf, type Usage } from "../core/summary.js";
import { findSession } from "../sessions/find-session.js";
import type { ShownLine, SilentUsage } from "../stores/line-list-store.js";
import type { LineRange } from "../core/line-range.js";
import { usageEntry } from "../ingest/read-lines.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

/** `GET /sessions/{id}/events` */
export async function listSessionEvents(
  deps: TelemetryDeps,
  { id, limit, offset, kinds: list, ...ref }: Static<typeof endpoint.query> & { readonly id: string },
  { caller, call }: CallContext,
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
  throw fieldError("query.kinds", `must be a comma-separated list of ${EVENT_KINDS.join(", ")}`);
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
async function readEvents(deps: EventDeps, session: SessionRow, asked: EventPage): Promise<PlacedEvent[]> {
  return (await readEventsOf(deps, [session], asked)).get(session.id) ?? [];
}

type EventDeps = Pick<TelemetryDeps, "lineLists" | "settings">;

/** By session, the same page of the events of each, in as many looks as one of them takes. */
export async function readEventsOf(
  { lineLists, settings }: EventDeps,
  sessions: readonly SessionRow[],
  { kinds, from, limit }: EventPage,
): Promise<ReadonlyMap<string, PlacedEvent[]>> {
  const ranges = sessions.flatMap((session) => {
    const kept = keptLines(session);
    const range = { session: session.id, from: Math.max(kept.from, from.line), to: kept.to };
    return range.to < range.from ? [] : [range];
  });
  const shown = ranges.length === 0 ? undefined : await lineLists.shownLines(ranges, kinds, limit + 1);
  const pages = sessions.map((session) => {
    const rows = shown?.get(session.id) ?? [];
    const placed = rows
      .flatMap(eventsOf)
      .filter(({ event }) => kinds.length === 0 || kinds.includes(event.kind))
      .filter(({ place }) => place.line > from.line || place.at >= from.at)
      .slice(0, limit);
    return { session, rows, placed, from };
  });
  const usage = await usageShown(lineLists, pages);
  const prices = settings.get("telemetry.model_prices");
  return new Map(
    pages.map(({ session, placed }) => {
      // By the prices of the session's time, so that its events add up to it.
      const priceOf = pricesAt(prices, session.started_at);
      const used = usage.get(session.id);
      const spent = ({ place, event }: (typeof placed)[number]): PlacedEvent => ({
        place,
        event: { ...event, ...spentBy(place, used?.get(place.line), priceOf) },
      });
      return [session.id, placed.map(spent)];
    }),
  );
}

type BareEvent = Omit<SessionEvent, "tokens" | "cost_usd" | "stated_cost_usd">;

function eventsOf({ line, at: lineAt, shown, texts }: ShownLine): { place: EventPlace; event: BareEvent }[] {
  const events = showEvents({ events: JSON.parse(shown) as KeptEvents["events"], texts });
  return events.map((event, at) => ({
    place: { line, at },
    event: { line, ...event, timestamp: event.timestamp ?? lineAt },
  }));
}

/** What a line adds to the session's tokens and cost is told once, by its first event. */
function spentBy({ at }: EventPlace, usage: Usage | undefined, priceOf: PriceOf) {
  if (at > 0 || usage === undefined) return { tokens: null, cost_usd: null, stated_cost_usd: null };
  const tokens = tokensOf(usage);
  const cost = costOf(usage, priceOf);
  return { tokens: tokens.total > 0 ? tokens : null, cost_usd: cost.usd, stated_cost_usd: cost.statedUsd };
}

interface ShownPage {
  readonly session: SessionRow;
  readonly rows: readonly ShownLine[];
  readonly placed: readonly { readonly place: EventPlace }[];
  readonly from: EventPlace;
}

/** So far behind a page of events may a line be whose usage its first event shows. */
const LOOK_BACK = 4000;

interface LinesAround extends LineRange, Pick<ShownPage, "session" | "rows"> {
  /** The lines with events on the page. */
  readonly lines: readonly number[];
  /** The harness tells of a request's usage before what it answered. */
  readonly comesFirst: boolean;
  /** Up to the end of the session. */
  readonly isWhole: boolean;
}

/** The lines of a page, and those around them whose usage they may show. */
function linesAround({ session, rows, placed, from }: ShownPage): LinesAround[] {
  const lines = [...new Set(placed.map(({ place }) => place.line))];
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return [];
  const kept = keptLines(session);
  const comesFirst = usageComesFirst(session.harness);
  // As far as the next line that shows something: what is between may be its own.
  const next = rows.find(({ line }) => line > last)?.line;
  const start = from.line <= kept.from ? kept.from : Math.max(kept.from, comesFirst ? first - LOOK_BACK : first);
  return [{ session, rows, lines, comesFirst, isWhole: next === undefined, from: start, to: next ?? kept.to }];
}

type UsageOfLines = ReadonlyMap<number, Usage>;

/** By session and line, what its own events and the lines without events beside it have used: the sum over events is the session's. */
async function usageShown(
  lineLists: TelemetryDeps["lineLists"],
  pages: readonly ShownPage[],
): Promise<ReadonlyMap<string, UsageOfLines>> {
  const around = pages.flatMap(linesAround);
  const withSilentLines = around.filter(({ session }) => session.usage_only_lines > 0);
  const silent = await silentUsageOf(lineLists, withSilentLines);
  return new Map(
    around.map(({ session, rows, lines }) => {
      const used = byLine([...rows.filter(isUsage), ...(silent.get(session.id) ?? [])]);
      return [session.id, new Map(lines.map((line) => [line, sumUsage((used.get(line) ?? []).map(usageEntry))]))];
    }),
  );
}

async function silentUsageOf(
  lineLists: TelemetryDeps["lineLists"],
  around: readonly LinesAround[],
): Promise<ReadonlyMap<string, readonly SilentUsage[]>> {
  const found = new Map<string, readonly SilentUsage[]>();
  // Apart, so that the end of one session is not how far all others are read.
  for (const kind of new Set(around.map(kindOfLook))) {
    const alike = around.filter((each) => kindOfLook(each) === kind);
    const lines = alike.flatMap((each) => each.lines);
    const silent = await lineLists.silentUsage(
      alike.map(({ session, from, to }) => ({ session: session.id, from, to })),
      { from: Math.min(...lines), to: Math.max(...lines), comesFirst: alike[0]?.comesFirst ?? false },
    );
    for (const [session, usage] of silent) found.set(session, usage);
  }
  return found;
}

function byLine(usage: readonly SilentUsage[]): ReadonlyMap<number, SilentUsage[]> {
  const found = new Map<number, SilentUsage[]>();
  for (const each of usage) found.set(each.line, [...(found.get(each.line) ?? []), each]);
  return found;
}

const kindOfLook = ({ comesFirst, isWhole }: LinesAround): string => `${comesFirst} ${isWhole}`;

const isUsage = ({ input, output, cache_read, cache_write, cost_usd }: SilentUsage): boolean =>
  input + output + cache_read + cache_write > 0 || cost_usd !== null;
