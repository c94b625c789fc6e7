import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { addMember } from "./add-member.js";
import { createTeam } from "./create-team.js";
import { deleteTeam, type DeleteTeamDeps } from "./delete-team.js";
import { getTeam } from "./get-team.js";
import { getTeamByHandle } from "./get-team-by-handle.js";
import { leaveTeam } from "./leave-team.js";
import { listAllTeams } from "./list-all-teams.js";
import { listMembers } from "./list-members.js";
import { listMyTeams } from "./list-my-teams.js";
import { removeMember } from "./remove-member.js";
import { updateMember } from "./update-member.js";
import { updateTeam } from "./update-team.js";

export type TeamsDeps = DeleteTeamDeps & { readonly db: Db };

export function mountTeams(mount: Mount, deps: TeamsDeps): void {
  mount(contract.createTeam, ({ body }, caller, call) => createTeam(body, caller, call));
  mount(contract.listMyTeams, ({ query }, caller, call) => listMyTeams(deps, query, caller, call));
  mount(contract.listAllTeams, ({ query }, caller, call) => listAllTeams(deps, query, caller, call));
  mount(contract.getTeamByHandle, ({ params }, caller) => getTeamByHandle(deps, params.handle, caller));
  mount(contract.getTeam, ({ params }, caller) => getTeam(deps, params.id, caller));
  mount(contract.updateTeam, ({ params, body }, caller, call) => updateTeam(params.id, body, caller, call));
  mount(contract.deleteTeam, ({ params }, caller, call) => deleteTeam(deps, params.id, caller, call));
  mount(contract.listMembers, ({ params, query }, caller, call) =>
    listMembers(deps, { ...query, ...params }, caller, call),
  );
  mount(contract.addMember, ({ params, body }, caller, call) => addMember(params.id, body, caller, call));
  mount(contract.updateMember, ({ params, body }, caller, call) => updateMember(params, body.role, caller, call));
  mount(contract.removeMember, ({ params }, caller, call) => removeMember(params, caller, call));
  mount(contract.leaveTeam, ({ params }, caller, call) => leaveTeam(params.id, caller, call));
}
