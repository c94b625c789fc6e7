import type { findSessionEvent as endpoint } from "@tackroom/contract";
import type { Static } from "typebox";
import type { CallContext } from "../../platform/http/index.js";
import { pieceOf, restOf } from "../core/line-range.js";
import { matchesIn, seekEvent, type Sought } from "../core/seek-event.js";
import { showEvents, type KeptEvents } from "../core/show-events.js";
import { findSession } from "../sessions/find-session.js";
import type { TextLine } from "../stores/line-list-store.js";
import { keptLines, readKinds, START, type EventPlace } from "./list-session-events.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

/** The store picks the newest of each line, with its texts, before it looks into them: that must fit into memory. */
const LINES_AT_ONCE = 4000;
/** A line can be like what is sought while none of its events is. */
const MAX_CANDIDATES = 50;

interface Hunt {
  readonly session: SessionRow;
  readonly sought: Sought;
  readonly start: EventPlace;
  readonly backwards: boolean;
}

type Lines = Pick<TelemetryDeps, "lineLists">;

type Found = Static<typeof endpoint.reply>;
const NOTHING: Found = { offset: null, index: null, total: null };

/** `GET /sessions/{id}/events/next`: finds a position in a long session without reading all of it. */
export async function findSessionEvent(
  deps: TelemetryDeps,
  query: Static<typeof endpoint.query> & { readonly id: string },
  { caller }: CallContext,
): Promise<Found> {
  const { id, kinds: list, from, from_line, backwards, failed, text = "", counted, ...ref } = query;
  const sought = { kinds: readKinds(list), failed, text };
  const session = await findSession(deps, id, ref, caller);
  const start =
    from_line === undefined
      ? await startOf(deps, session, sought.kinds, from)
      : { line: from_line, at: backwards ? Infinity : 0 };
  const end = { line: keptLines(session).to, at: Infinity };
  const wanted = { session, sought, start: start ?? end, backwards };
  const offset = !start && !backwards ? null : await hunt(deps, wanted);
  if (!counted) return { ...NOTHING, offset };
  return { offset, ...(await countMatches(deps, wanted, offset)) };
}

const startOf = ({ lineLists }: Lines, session: SessionRow, kinds: readonly string[], from: number) =>
  from === 0 ? START : lineLists.placeOf(session.id, keptLines(session), kinds, from);

/** How many matches there are, and how many come before the one at an offset. */
async function countMatches(
  deps: Lines,
  { session, sought }: Hunt,
  offset: number | null,
): Promise<Pick<Found, "index" | "total">> {
  const found = offset === null ? undefined : await startOf(deps, session, sought.kinds, offset);
  let [index, total] = [0, 0];
  let range = keptLines(session);
  while (range.from <= range.to) {
    const piece = pieceOf(range, LINES_AT_ONCE, false);
    const order = { backwards: false, limit: LINES_AT_ONCE };
    for (const line of await deps.lineLists.linesLike(session.id, piece, sought, order)) {
      const places = matchesIn(eventsOf(line), sought);
      total += places.length;
      if (found && line.line < found.line) index += places.length;
      if (found && line.line === found.line) index += places.filter((at) => at < found.at).length;
    }
    range = restOf(range, piece.to, false);
  }
  return { index: found ? index : null, total };
}

async function hunt(deps: Lines, { session, sought, start, backwards }: Hunt): Promise<number | null> {
  const kept = keptLines(session);
  let range = backwards ? { from: kept.from, to: start.line } : { from: Math.max(kept.from, start.line), to: kept.to };
  while (range.from <= range.to) {
    const piece = pieceOf(range, LINES_AT_ONCE, backwards);
    const lines = await deps.lineLists.linesLike(session.id, piece, sought, { backwards, limit: MAX_CANDIDATES });
    for (const line of lines) {
      const place = seekIn(line, { sought, start, backwards });
      if (place !== undefined) return place + (await countBefore(deps, session, sought.kinds, line.line));
    }
    const [edge, last] = [backwards ? piece.from : piece.to, lines.at(-1)];
    range = restOf(range, last && lines.length === MAX_CANDIDATES ? last.line : edge, backwards);
  }
  return null;
}

const eventsOf = ({ shown, texts }: TextLine) =>
  showEvents({ events: JSON.parse(shown) as KeptEvents["events"], texts });

function seekIn(text: TextLine, { sought, start, backwards }: Omit<Hunt, "session">) {
  const { line } = text;
  const events = eventsOf(text);
  const from = line === start.line ? start.at : backwards ? Infinity : 0;
  return seekEvent(events, sought, { from, backwards });
}

async function countBefore({ lineLists }: Lines, session: SessionRow, kinds: readonly string[], line: number) {
  const { from } = keptLines(session);
  return line <= from ? 0 : lineLists.countKinds(session.id, { from, to: line - 1 }, kinds);
}
