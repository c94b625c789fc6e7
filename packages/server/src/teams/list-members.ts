import type { TeamMember, TeamsQuery } from "@tackroom/contract";
import { findUsers, type PublicUser } from "../auth/index.js";
import { page, type Answer, type CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { listMembersOf, type Membership } from "./member-store.js";
import { requireTeam } from "./require-team.js";

export async function listMembers(
  { db }: { readonly db: Db },
  { id, ...query }: TeamsQuery & { readonly id: string },
  { caller, call }: CallContext,
): Promise<Answer<TeamMember[]>> {
  await requireTeam(db, id, caller);
  const { items, total } = await listMembersOf(db, id, query);
  const users = await findUsers(
    db,
    items.map(({ user_id }) => user_id),
  );
  const members = items.flatMap((membership) => {
    const user = users.get(membership.user_id);
    // Deleted since the first query; their membership is gone with them.
    return user ? [shownMember(user, membership)] : [];
  });
  return page({ items: members, total }, query, call.url);
}

export function shownMember(
  { id, email, username, is_active }: PublicUser,
  { role, joined_at }: Pick<Membership, "role" | "joined_at">,
): TeamMember {
  return { id, email, username, is_active, role, joined_at: joined_at.toISOString() };
}
