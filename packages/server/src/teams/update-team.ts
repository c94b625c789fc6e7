import type { Team, UpdateTeamBody } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { refuse } from "../platform/service-error.js";
import { findSecrets } from "../unsafe-text/index.js";
import { lockManagedTeam, requireTeam } from "./require-team.js";
import { changeTeam } from "./team-store.js";

export async function updateTeam(
  { id, ...body }: UpdateTeamBody & { readonly id: string },
  { caller, call }: CallContext,
): Promise<Team> {
  refuse(findSecrets(body, "body"));
  const { name, description, visibility } = body;
  return call.act(async (tx) => {
    const team = await lockManagedTeam(tx, id, { caller, call });
    call.describeForAudit({
      detail: {
        ...(name === undefined ? {} : { name: { from: team.name, to: name.trim() } }),
        ...(description === undefined ? {} : { description: "changed" }),
        ...(visibility === undefined ? {} : { visibility: { from: team.visibility, to: visibility } }),
      },
    });
    await changeTeam(tx, id, {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(description === undefined ? {} : { description: description.trim() }),
      ...(visibility === undefined ? {} : { visibility }),
    });
    return requireTeam(tx, id, caller);
  });
}
