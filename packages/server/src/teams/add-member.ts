import type { AddMemberBody, TeamMember } from "@tackroom/contract";
import { findUserBy, lockUser, type UserKey } from "../auth/index.js";
import { created, type Answer, type CallContext } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import { shownMember } from "./list-members.js";
import { insertMember } from "./member-store.js";
import { lockManagedTeam } from "./require-team.js";

export async function addMember(
  { id, body }: { readonly id: string; readonly body: AddMemberBody },
  { caller, call }: CallContext,
): Promise<Answer<TeamMember>> {
  const key = onlyKey(body);
  const member = await call.act(async (tx) => {
    await lockManagedTeam(tx, id, { caller, call });
    const found = await findUserBy(tx, key);
    // Locked, so that the account is still there when it becomes a member.
    const user = found && (await lockUser(tx, found.id));
    if (!user) throw new ServiceError("not_found", "User not found. Check the email, username or user_id.");
    call.describeForAudit({ detail: { member: user.email, role: { from: null, to: body.role } } });
    const membership = await insertMember(tx, { team_id: id, user_id: user.id, role: body.role });
    if (membership) return shownMember(user, membership);
    throw new ServiceError(
      "conflict",
      `${user.username} is already a member. To change the role, use PUT /api/v1/teams/{id}/members/{user_id}.`,
    );
  });
  return created(member, `/teams/${id}/members/${member.id}`);
}

function onlyKey({ email, username, user_id }: AddMemberBody): UserKey {
  const keys: UserKey[] = [
    ...(email === undefined ? [] : [{ email }]),
    ...(username === undefined ? [] : [{ username }]),
    ...(user_id === undefined ? [] : [{ user_id }]),
  ];
  const [key] = keys;
  if (key && keys.length === 1) return key;
  const message = "must have exactly one of email, username and user_id";
  throw new ServiceError("validation_failed", `body ${message}`, { extra: { errors: [{ path: "body", message }] } });
}
