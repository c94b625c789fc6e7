import type { InboxDigest } from "@tackroom/contract";
import { postSigned, type Outbound } from "../platform/outbound/index.js";
import type { Db } from "../platform/relational/tx.js";
import { listUndigested, markDigested, type UndigestedEntry } from "./digest-store.js";

const USERS_IN_A_REQUEST = 100;
/** More are counted, not listed. */
const ENTRIES_OF_A_USER = 10;
/** Whatever was unread for longer when digests are turned on is not news. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

export interface DigestTarget {
  readonly url: string;
  readonly secret: string;
  /** Where the web app is, for links. */
  readonly webAppUrl: string;
}

export interface Reader {
  readonly username: string;
  readonly email: string;
  readonly is_active: boolean;
}

export interface DigestDeps {
  readonly db: Db;
  readonly outbound: Pick<Outbound, "fetch">;
  /** Undefined while no digest is wanted. */
  readonly target: () => DigestTarget | undefined;
  readonly findUsers: (ids: readonly string[]) => Promise<ReadonlyMap<string, Reader>>;
}

/**
 * Posts what is unread and was not in a digest before, some users at a time. Entries are marked only after the webhook took
 * them, so that nothing is lost when it fails; a repetition has the same event ID.
 */
export async function sendDigest(deps: DigestDeps): Promise<void> {
  const target = deps.target();
  if (!target) return;
  for (;;) {
    const entries = await listUndigested(deps.db, {
      since: new Date(Date.now() - MAX_AGE_MS),
      users: USERS_IN_A_REQUEST,
      perUser: ENTRIES_OF_A_USER,
    });
    const [first] = entries;
    if (!first) return;
    const body = await digestOf(deps, target, entries);
    const { isDelivered, error } = await postSigned(deps.outbound, { ...target, eventId: `digest:${first.id}`, body });
    // The job is retried; what was delivered so far is marked.
    if (!isDelivered) throw new Error(`The digest could not be delivered: ${error}`);
    await markDigested(deps.db, [...new Set(entries.flatMap(({ undigested }) => undigested))]);
  }
}

async function digestOf(
  { findUsers }: DigestDeps,
  { webAppUrl }: DigestTarget,
  entries: readonly UndigestedEntry[],
): Promise<InboxDigest> {
  const ids = [...new Set(entries.map(({ user_id }) => user_id))];
  const users = await findUsers(ids);
  return {
    event: "inbox.digest",
    users: ids.flatMap((id) => {
      const [user, own] = [users.get(id), entries.filter(({ user_id }) => user_id === id)];
      if (!user?.is_active) return [];
      const { username, email } = user;
      return [{ user_id: id, username, email, unread_count: own[0]?.unread ?? own.length, entries: own.map(describe) }];
    }),
  };

  function describe({ kind, title, text, path, created_at }: UndigestedEntry) {
    return { kind, title, text, url: webAppUrl + path, created_at: created_at.toISOString() };
  }
}
