import type { InboxKind } from "@tackroom/contract";
import { newId } from "../platform/ids.js";
import type { Tx } from "../platform/relational/tx.js";
import { insertEntries } from "./inbox-store.js";

export interface Notification {
  /** Accounts that exist; each is told once, however often they are named. */
  readonly userIds: readonly string[];
  readonly kind: InboxKind;
  readonly title: string;
  readonly text: string;
  /** Where the web app shows more: `/budgets`. */
  readonly path: string;
  /** The same for what must not be told to a user twice. */
  readonly dedupeKey: string;
}

/** PostgreSQL takes at most 65,535 parameters in a statement. */
const ROWS_AT_ONCE = 1000;

/** In the transaction of what it tells, so that neither is there without the other. */
export async function notify(tx: Tx, { userIds, dedupeKey, ...told }: Notification): Promise<void> {
  const entries = [...new Set(userIds)].toSorted().map((userId) => ({
    id: newId(),
    user_id: userId,
    dedupe_key: dedupeKey,
    ...told,
  }));
  for (let start = 0; start < entries.length; start += ROWS_AT_ONCE) {
    await insertEntries(tx, entries.slice(start, start + ROWS_AT_ONCE));
  }
}
