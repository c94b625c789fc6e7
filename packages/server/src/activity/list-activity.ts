import { typeOfKind, type Activity, type ActivityQuery } from "@tackroom/contract";
import { findUsers } from "../auth/index.js";
import { listRatingsBy } from "../feedback/index.js";
import type { CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { asMember, listFound, listReleasesBy, loadViewer, qualifiedName, type Viewer } from "../registry/index.js";
import { listJoined, membersOfTeams, teamsOf } from "../teams/index.js";

const SHOWN_MS = 30 * 24 * 60 * 60 * 1000;

/** What happened, and who did it; the name is added to those that are shown. */
type Deed = { readonly [K in Activity["kind"]]: Omit<Extract<Activity, { kind: K }>, "actor"> }[Activity["kind"]] & {
  readonly actorId: string;
};

interface Circle {
  readonly userIds: readonly string[];
  readonly teamIds: readonly string[];
  readonly since: Date;
  readonly limit: number;
}

/**
 * `GET /activity`: read from what is stored, so that a rating that was withdrawn or an item that was archived is not there
 * any more. Each person's last deeds are found by an index; the cost grows with the number of teammates only.
 */
export async function listActivity(
  { db }: { readonly db: Db },
  { team_id, limit }: ActivityQuery,
  { caller }: CallContext,
): Promise<{ items: Activity[] }> {
  const own = await teamsOf(db, caller.userId);
  if (team_id !== undefined && !own.includes(team_id)) {
    throw new ServiceError("not_found", "You are not a member of this team. See GET /api/v1/teams.");
  }
  const teamIds = team_id === undefined ? own : [team_id];
  const mates = (await membersOfTeams(db, teamIds)).filter((id) => id !== caller.userId);
  const circle = { userIds: mates, teamIds, since: new Date(Date.now() - SHOWN_MS), limit };
  const viewer = asMember(await loadViewer(db, caller));
  const deeds = [
    ...(await releases(db, viewer, circle)),
    ...(await ratings(db, viewer, circle)),
    ...(await arrivals(db, circle)).filter(({ actorId }) => actorId !== caller.userId),
  ];
  return { items: await withActors(db, deeds.toSorted(newestFirst).slice(0, limit)) };
}

const newestFirst = (a: Deed, b: Deed): number => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1);

async function releases(db: Db, viewer: Viewer, circle: Circle): Promise<Deed[]> {
  const released = await listReleasesBy(db, viewer, circle);
  return released.map(({ kind, item_id, version, changelog, released_at, released_by, ...item }) => ({
    kind: "released",
    at: released_at.toISOString(),
    actorId: released_by,
    type: typeOfKind(kind),
    item_id,
    qualified_name: qualifiedName(item),
    version,
    changelog,
  }));
}

async function ratings(db: Db, viewer: Viewer, circle: Circle): Promise<Deed[]> {
  const given = await listRatingsBy(db, circle);
  const ids = [...new Set(given.map(({ item_id }) => item_id))];
  const items = new Map((await listFound(db, viewer, ids)).map((item) => [item.id, item]));
  return given.flatMap(({ item_id, user_id, rating, comment, created_at }): Deed[] => {
    const item = items.get(item_id);
    if (!item) return [];
    const about = { type: typeOfKind(item.kind), item_id, qualified_name: qualifiedName(item) };
    return [{ kind: "rated", at: created_at.toISOString(), actorId: user_id, ...about, rating, comment }];
  });
}

async function arrivals(db: Db, circle: Circle): Promise<Deed[]> {
  const joined = await listJoined(db, circle);
  return joined.map(({ team_id, team_name, user_id, joined_at }) => ({
    kind: "joined",
    at: joined_at.toISOString(),
    actorId: user_id,
    team_id,
    team_name,
  }));
}

async function withActors(db: Db, deeds: readonly Deed[]): Promise<Activity[]> {
  const users = await findUsers(
    db,
    deeds.map(({ actorId }) => actorId),
  );
  return deeds.flatMap(({ actorId, ...deed }): Activity[] => {
    const user = users.get(actorId);
    return user ? [{ ...deed, actor: { id: user.id, username: user.username, name: user.name } }] : [];
  });
}
