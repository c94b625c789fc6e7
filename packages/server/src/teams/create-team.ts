import type { CreateTeamBody, Team } from "@tackroom/contract";
import { claimTeamHandle, isUsername } from "../auth/index.js";
import { created, type Answer, type CallContext } from "../platform/http/index.js";
import { newId } from "../platform/ids.js";
import { refuse, ServiceError } from "../platform/service-error.js";
import { findSecrets } from "../unsafe-text/index.js";
import { handleFromName } from "./core/team-rules.js";
import { insertMember } from "./member-store.js";
import { noSuchTeam } from "./require-team.js";
import { findTeamAs, insertTeam } from "./team-store.js";

export async function createTeam(body: CreateTeamBody, { caller, call }: CallContext): Promise<Answer<Team>> {
  refuse(findSecrets(body, "body"));
  const name = body.name.trim();
  const handle = chosenHandle(name, body.handle);
  const id = newId();
  const team = { id, name, handle, description: body.description?.trim() ?? "", visibility: body.visibility };
  call.describeForAudit({ resourceId: id, resourceName: handle, detail: { name, visibility: body.visibility } });
  const made = await call.act(async (tx) => {
    if (!(await claimTeamHandle(tx, handle, id))) {
      throw new ServiceError(
        "name_taken",
        `The handle ${handle} is already taken by a user or a team. Choose another one.`,
      );
    }
    await insertTeam(tx, team);
    await insertMember(tx, { team_id: id, user_id: caller.userId, role: "owner" });
    return findTeamAs(tx, id, caller.userId);
  });
  if (!made) throw noSuchTeam();
  return created(made, `/teams/${id}`);
}

const RULE = "3 to 32 characters from a-z, 0-9, dots and hyphens, and must not be reserved";

function chosenHandle(name: string, chosen: string | undefined): string {
  const handle = chosen ?? handleFromName(name);
  if (isUsername(handle)) return handle;
  const message =
    chosen === undefined
      ? `is required, because it cannot be derived from the name: it must be ${RULE}`
      : `must be ${RULE}`;
  const errors = [{ path: "body.handle", message }];
  throw new ServiceError("validation_failed", `body.handle ${message}`, { extra: { errors } });
}
