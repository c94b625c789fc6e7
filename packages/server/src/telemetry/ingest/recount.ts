import { addActivity, countActivity, NO_ACTIVITY, type ActivityChange, type ToolEvents } from "../core/activity.js";
import type { Checkpoint } from "../core/checkpoint.js";
import { pieceOf, restOf, type LineRange } from "../core/line-range.js";
import { addSummaries, EMPTY_SUMMARY, type Summary } from "../core/summary.js";
import { hasFailed } from "../core/tool-activity.js";
import type { LineStore, ShownLine } from "../stores/line-store.js";
import type { SessionRow } from "../stores/session-store.js";

export interface Recounted {
  readonly summary: Summary;
  readonly activity: ActivityChange;
}

/** What the session's lines say, added up anew; of those that were purged only their sum is left. */
export async function recount(
  lines: Pick<LineStore, "recount" | "active" | "startsOfTexts">,
  session: SessionRow,
  checkpoint: Checkpoint,
): Promise<Recounted> {
  const range = { from: checkpoint.purgedBelow, to: checkpoint.highestLine };
  const counted = await lines.recount(session.id, range);
  return {
    summary: addSummaries(session.purged_summary ?? EMPTY_SUMMARY, counted),
    activity: await recountActivity(lines, session, checkpoint),
  };
}

/** A session may have millions of lines, each of up to a megabyte: only their sums are kept. */
const LINES_AT_ONCE = 2000;

export async function recountActivity(
  lines: Pick<LineStore, "active" | "startsOfTexts">,
  { id }: Pick<SessionRow, "id">,
  { purgedBelow, highestLine }: Pick<Checkpoint, "purgedBelow" | "highestLine">,
): Promise<ActivityChange> {
  let counted = NO_ACTIVITY;
  let range: LineRange = { from: purgedBelow, to: highestLine };
  while (range.from <= range.to) {
    const piece = pieceOf(range, LINES_AT_ONCE, false);
    range = restOf(range, piece.to, false);
    counted = addActivity(counted, countActivity(await readPiece(lines, id, piece)));
  }
  return counted;
}

async function readPiece(
  lines: Pick<LineStore, "active" | "startsOfTexts">,
  id: string,
  piece: LineRange,
): Promise<(readonly [ShownLine & Texts, ToolEvents])[]> {
  const found = (await lines.active(id, piece)).map((line) => [line, eventsIn(line.shown)] as const);
  const failed = found.filter(([, events]) => events.some(hasFailed)).map(([{ line }]) => line);
  const starts = failed.length === 0 ? [] : await lines.startsOfTexts(id, failed);
  const texts = new Map(starts.map((each) => [each.line, each.starts]));
  return found.map(([line, events]) => [{ ...line, texts: texts.get(line.line) ?? [] }, events]);
}

interface Texts {
  readonly texts: readonly string[];
}

const eventsIn = (shown: string): ToolEvents => (shown === "" ? [] : (JSON.parse(shown) as ToolEvents));
