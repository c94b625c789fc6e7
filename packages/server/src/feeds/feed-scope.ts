import { endedKeys, findUsers } from "../auth/index.js";
import type { Db } from "../platform/relational/tx.js";
import { ANONYMOUS, asMember, EVERYBODY, loadViewer, type CatalogueScope } from "../registry/index.js";
import { membershipsOf } from "../teams/index.js";
import type { StoredFeed } from "./feed-store.js";

/**
 * What a feed shows at this moment: never more than its maker sees, and nothing that only a role opens to them, because reads by
 * role are recorded with who asked, and nobody is known to ask here. Undefined when it does not answer any more.
 */
export async function scopeOfFeed(db: Db, feed: StoredFeed): Promise<CatalogueScope | undefined> {
  if (!(await liveFeeds(db, [feed])).has(feed.id)) return undefined;
  if (feed.content === "public") return { viewer: ANONYMOUS, only: null };
  if (feed.team_id !== null) {
    // The address stands for the team, so its maker's own items are none of theirs.
    const viewer = { ...ANONYMOUS, audiences: [EVERYBODY, feed.team_id] };
    return { viewer, only: { teamId: feed.team_id } };
  }
  const viewer = await memberViewer(db, feed.user_id);
  return { viewer, only: feed.content === "items" ? { itemIds: feed.items } : null };
}

/** What someone sees without what their role opens to them. */
export async function memberViewer(db: Db, userId: string): Promise<CatalogueScope["viewer"]> {
  return asMember(await loadViewer(db, { userId, role: "user", notePrivilegedRead: () => undefined }));
}

export async function isLiveMember(db: Db, userId: string): Promise<boolean> {
  return (await findUsers(db, [userId])).get(userId)?.is_active === true;
}

/** Which of several feeds answer now: those that have not expired, and whose maker, their membership and keys are still there. */
export async function liveFeeds(db: Db, feeds: readonly StoredFeed[]): Promise<ReadonlySet<string>> {
  const [users, ended, memberships] = await Promise.all([
    findUsers(
      db,
      feeds.map(({ user_id }) => user_id),
    ),
    endedKeys(
      db,
      feeds.flatMap(({ made_with }) => made_with),
    ),
    membershipsOf(
      db,
      feeds.flatMap(({ team_id, user_id }) => (team_id === null ? [] : [user_id])),
    ),
  ]);
  const isMember = (userId: string, teamId: string): boolean =>
    memberships.some(({ user_id, team_id }) => user_id === userId && team_id === teamId);
  const isLive = ({ user_id, team_id, made_with, expires_at }: StoredFeed): boolean =>
    users.get(user_id)?.is_active === true &&
    !made_with.some((key) => ended.has(key)) &&
    (expires_at === null || expires_at.getTime() > Date.now()) &&
    (team_id === null || isMember(user_id, team_id));
  return new Set(feeds.filter(isLive).map(({ id }) => id));
}
