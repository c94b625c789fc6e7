import type { findSessionEvent as endpoint } from "@tackroom/contract";
import type { Static } from "typebox";
import type { CallContext } from "../../platform/http/index.js";
import { pieceOf, restOf } from "../core/line-range.js";
import { seekEvent, type Sought } from "../core/seek-event.js";
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

/** `GET /sessions/{id}/events/next`: finds a position in a long session without reading all of it. */
export async function findSessionEvent(
  deps: TelemetryDeps,
  {
    id,
    kinds: list,
    from,
    backwards,
    failed,
    text = "",
    ...ref
  }: Static<typeof endpoint.query> & { readonly id: string },
  { caller }: CallContext,
): Promise<{ offset: number | null }> {
  const sought = { kinds: readKinds(list), failed, text };
  const session = await findSession(deps, id, ref, caller);
  const start = await startOf(deps, session, sought.kinds, from);
  if (!start && !backwards) return { offset: null };
  const end = { line: keptLines(session).to, at: Infinity };
  return { offset: await hunt(deps, { session, sought, start: start ?? end, backwards }) };
}

const startOf = ({ lineLists }: Lines, session: SessionRow, kinds: readonly string[], from: number) =>
  from === 0 ? START : lineLists.placeOf(session.id, keptLines(session), kinds, from);

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

function seekIn({ line, shown, texts }: TextLine, { sought, start, backwards }: Omit<Hunt, "session">) {
  const events = showEvents({ events: JSON.parse(shown) as KeptEvents["events"], texts });
  const from = line === start.line ? start.at : backwards ? Infinity : 0;
  return seekEvent(events, sought, { from, backwards });
}

async function countBefore({ lineLists }: Lines, session: SessionRow, kinds: readonly string[], line: number) {
  const { from } = keptLines(session);
  return line <= from ? 0 : lineLists.countKinds(session.id, { from, to: line - 1 }, kinds);
}
