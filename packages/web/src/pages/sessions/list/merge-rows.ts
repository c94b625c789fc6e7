import type { Session } from "@tackroom/contract";
import { keyOf } from "../session-link.js";

export interface MergedRows {
  /** What is shown, in the order in which it was, as it is now. */
  readonly rows: readonly Session[];
  /** How many there are that are not shown yet. */
  readonly added: number;
}

/**
 * Updates rows without moving any of them while someone reads. If the latest page is not full, a row that it lacks does not
 * match any more; otherwise newer ones may have pushed it to the next page.
 */
export function mergeRows(shown: readonly Session[], latest: readonly Session[], limit: number): MergedRows {
  const current = new Map(latest.map((session) => [keyOf(session), session]));
  const known = new Set(shown.map(keyOf));
  const rows = shown.flatMap((session) => {
    const now = current.get(keyOf(session));
    return now ?? (latest.length < limit ? [] : session);
  });
  return { rows, added: latest.filter((session) => !known.has(keyOf(session))).length };
}
