import type { CreateFeedBody, NewFeed } from "@tackroom/contract";
import { lockLiveCaller } from "../auth/index.js";
import { created, type Answer, type CallContext, type Caller } from "../platform/http/index.js";
import { newId } from "../platform/ids.js";
import type { Db } from "../platform/relational/tx.js";
import { fieldErrors, ServiceError } from "../platform/service-error.js";
import { findTeam, teamsOf } from "../teams/index.js";
import { contentProblems } from "./core/feed-content.js";
import { describeNewFeed } from "./describe-feeds.js";
import { expiryOf } from "./expiry.js";
import { dropExpiredFeeds, insertFeed } from "./feed-store.js";
import type { FeedsDeps } from "./feeds-deps.js";
import { makeSecret } from "./make-secret.js";
import { requireItems } from "./require-items.js";
import { requireRoom } from "./require-room.js";

export async function createFeed(
  deps: FeedsDeps,
  { content, team_id, items, ...body }: CreateFeedBody,
  { caller, call }: CallContext,
): Promise<Answer<NewFeed>> {
  const problems = contentProblems({ content, team_id, items });
  if (problems.length > 0) throw fieldErrors(problems);
  const [id, name, expires_at] = [newId(), body.name.trim(), expiryOf(body.expires_in_days, caller)];
  const { secret, stored } = makeSecret();
  const feed = await call.act(async (tx) => {
    const detail = { content, expires_at: expires_at?.toISOString() ?? "never" };
    call.describeForAudit({ resourceId: id, resourceName: name, detail });
    // Of several that one person creates at the same moment each counts those before it.
    await lockLiveCaller(tx, caller);
    if (team_id !== undefined) call.describeForAudit({ detail: { team: await requireOwnTeam(tx, team_id, caller) } });
    if (items) {
      await requireItems(tx, caller.userId, items);
      call.describeForAudit({ detail: { items } });
    }
    await dropExpiredFeeds(tx, caller.userId);
    await requireRoom(tx, caller.userId);
    return insertFeed(tx, {
      id,
      user_id: caller.userId,
      name,
      content,
      team_id: team_id ?? null,
      items: [...(items ?? [])],
      ...stored,
      made_with: [...caller.keys],
      expires_at,
    });
  });
  return created(await describeNewFeed(deps, feed, secret), `/feeds/${id}`);
}

/** An admin's role does not make them a member: a feed shows nothing that only a role opens. */
async function requireOwnTeam(db: Db, teamId: string, { userId }: Caller): Promise<string> {
  const team = (await teamsOf(db, userId)).includes(teamId) ? await findTeam(db, teamId) : undefined;
  if (team) return team.handle;
  throw new ServiceError("not_found", "Team not found, or you are not a member of it. See GET /api/v1/teams.");
}
