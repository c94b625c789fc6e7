import type { InboxDigest } from "@tackroom/contract";
import { newId } from "../platform/ids.js";
import { postSigned, type Outbound } from "../platform/outbound/index.js";
import type { Db } from "../platform/relational/tx.js";
import { fillDigest, findOpenDigest, listDigest, markDigested, type DigestEntry } from "./digest-store.js";

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
 * Posts what is unread and was not in a digest before, some users at a time. Which entries a digest has is stored before it is sent,
 * and that it was delivered after the webhook took it: nothing is lost when it fails, and a repetition has the same event ID and
 * the same entries.
 */
export async function sendDigest(deps: DigestDeps): Promise<void> {
  const target = deps.target();
  if (!target) return;
  for (;;) {
    const id = await openDigest(deps);
    if (id === undefined) return;
    const body = await digestOf(deps, target, await listDigest(deps.db, id, ENTRIES_OF_A_USER));
    if (body.users.length > 0) {
      const { isDelivered, error } = await postSigned(deps.outbound, { ...target, eventId: `digest:${id}`, body });
      // The job is retried; what was delivered so far is marked.
      if (!isDelivered) throw new Error(`The digest could not be delivered: ${error}`);
    }
    await markDigested(deps.db, id);
  }
}

/** The one that was not delivered yet, or a new one; undefined: there is nothing to tell. */
async function openDigest({ db }: DigestDeps): Promise<string | undefined> {
  const since = new Date(Date.now() - MAX_AGE_MS);
  const open = await findOpenDigest(db, since);
  if (open !== undefined) return open;
  const id = newId();
  return (await fillDigest(db, { id, since, users: USERS_IN_A_REQUEST })) ? id : undefined;
}

async function digestOf(
  { findUsers }: DigestDeps,
  { webAppUrl }: DigestTarget,
  entries: readonly DigestEntry[],
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

  function describe({ kind, title, text, path, created_at }: DigestEntry) {
    return { kind, title, text, url: webAppUrl + path, created_at: created_at.toISOString() };
  }
}
