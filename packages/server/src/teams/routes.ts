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
  mount(contract.createTeam, ({ body }, context) => createTeam(body, context));
  mount(contract.listMyTeams, ({ query }, context) => listMyTeams(deps, query, context));
  mount(contract.listAllTeams, ({ query }, context) => listAllTeams(deps, query, context));
  mount(contract.getTeamByHandle, ({ params }, context) => getTeamByHandle(deps, params, context));
  mount(contract.getTeam, ({ params }, context) => getTeam(deps, params, context));
  mount(contract.updateTeam, ({ params, body }, context) => updateTeam({ ...body, ...params }, context));
  mount(contract.deleteTeam, ({ params }, context) => deleteTeam(deps, params, context));
  mount(contract.listMembers, ({ params, query }, context) => listMembers(deps, { ...query, ...params }, context));
  mount(contract.addMember, ({ params, body }, context) => addMember({ ...params, body }, context));
  mount(contract.updateMember, ({ params, body }, context) => updateMember({ ...body, ...params }, context));
  mount(contract.removeMember, ({ params }, context) => removeMember(params, context));
  mount(contract.leaveTeam, ({ params }, context) => leaveTeam(params, context));
}
