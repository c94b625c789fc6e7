import { openApi, type Api } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { CliError, usageError } from "../../errors.js";
import { printDone } from "../../output.js";
import { referenceTo } from "../people.js";
import { findTeam } from "./teams.js";

type TeamRole = "owner" | "member";

/** `tack team add` */
export async function addMember(
  cli: Cli,
  name: string,
  person: string,
  { role = "member" }: { readonly role?: TeamRole },
): Promise<void> {
  const api = openApi(cli);
  const team = await findTeam(api, name);
  const member = await api.call("addMember", { params: { id: team.id }, body: { ...referenceTo(person), role } });
  printDone(cli, `Added ${member.username} to ${team.name} (${member.role}).`, member);
}

async function findMember(api: Api, name: string, person: string): Promise<{ id: string; user_id: string }> {
  const team = await findTeam(api, name);
  const { items } = await api.list("listMembers", { params: { id: team.id }, query: { limit: 200 } });
  const found = items.find(({ id, username, email }) => [id, username, email].includes(person));
  if (found) return { id: team.id, user_id: found.id };
  throw new CliError("not_found", `${person} is not a member of ${team.name}.`, {
    remediation: `List the members: tack team show ${team.handle}`,
  });
}

/** `tack team set-role` */
export async function setMemberRole(cli: Cli, name: string, person: string, role: string): Promise<void> {
  if (role !== "owner" && role !== "member") throw usageError(`Unknown team role "${role}".`, "Use owner or member.");
  const api = openApi(cli);
  const member = await api.call("updateMember", { params: await findMember(api, name, person), body: { role } });
  printDone(cli, `${member.username} now has the role ${member.role}.`, member);
}

/** `tack team remove` */
export async function removeMember(cli: Cli, name: string, person: string): Promise<void> {
  const api = openApi(cli);
  await api.call("removeMember", { params: await findMember(api, name, person) });
  printDone(cli, `Removed ${person} from ${name}.`, { removed: person });
}

/** `tack team leave` */
export async function leaveTeam(cli: Cli, name: string): Promise<void> {
  const api = openApi(cli);
  const team = await findTeam(api, name);
  await api.call("leaveTeam", { params: { id: team.id } });
  printDone(cli, `You left ${team.name}.`, { left: team.id });
}
