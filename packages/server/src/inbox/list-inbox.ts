import type { Inbox, InboxEntry, InboxQuery } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { countUnreadOf, listEntriesOf, type StoredEntry } from "./inbox-store.js";

export async function listInbox(
  { db }: { readonly db: Db },
  query: InboxQuery,
  { caller }: CallContext,
): Promise<Inbox> {
  const { items, total } = await listEntriesOf(db, caller.userId, query);
  const unread = query.unread ? total : await countUnreadOf(db, caller.userId);
  return { items: items.map(describeEntry), total, unread_count: unread };
}

function describeEntry({ created_at, read_at, ...entry }: StoredEntry): InboxEntry {
  return { ...entry, created_at: created_at.toISOString(), read_at: read_at?.toISOString() ?? null };
}
