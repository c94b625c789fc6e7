import type { Checkpoint } from "../core/checkpoint.js";
import { addSummaries, EMPTY_SUMMARY, type Summary } from "../core/summary.js";
import type { LineStore } from "../stores/line-store.js";
import type { SessionRow } from "../stores/session-store.js";

/** What the session's lines say, added up anew; of those that were purged only their sum is left. */
export async function recount(
  lines: Pick<LineStore, "recount">,
  { id, purged_summary }: SessionRow,
  { purgedBelow, highestLine }: Checkpoint,
): Promise<Summary> {
  return addSummaries(purged_summary ?? EMPTY_SUMMARY, await lines.recount(id, { from: purgedBelow, to: highestLine }));
}
