import { randomUUID } from "node:crypto";
import { stockShelf } from "../items.js";
import type { Scenario, Stage } from "./scenario.js";

type Line = Parameters<Stage["send"]>[0];

/** A team of its own for each scenario, owned by the stage's user. */
async function teamOf({ send, user }: Stage): Promise<string> {
  const body = { name: "Team", handle: `team-${randomUUID().slice(0, 8)}` };
  return (await send("POST /teams", { token: user.token, body })).json().id as string;
}

/** What becomes of a team with a public item. */
const withItem =
  (line: (id: string) => Line, body?: object): Scenario =>
  async (stage) => {
    const { send, user, boss } = stage;
    const team_id = await teamOf(stage);
    await stockShelf(send, boss).submit("prompts", user, { team_id });
    return send(line(team_id), { token: user.token, body });
  };

const toNone =
  (line: (id: string) => Line, body?: object): Scenario =>
  ({ send, user: { token } }) =>
    send(line(randomUUID()), { token, body });

/** A team that is shown to everyone, changed by someone who is not in it. */
const byStranger =
  (line: (id: string, ownerId: string) => Line, body?: object): Scenario =>
  async (stage) => {
    const { token } = await stage.people.join();
    return stage.send(line(await teamOf(stage), stage.user.user.id), { token, body });
  };

const byOwner =
  (line: (id: string, ownerId: string) => Line, body?: object): Scenario =>
  async (stage) =>
    stage.send(line(await teamOf(stage), stage.user.user.id), { token: stage.user.token, body });

const CHANGE = { name: "Other" };
const DEMOTION = { role: "member" };

export const TEAMS_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "createTeam name_taken": ({ send, user: { token, user } }) =>
    send("POST /teams", { token, body: { name: "Team", handle: user.username } }),
  "getTeamByHandle not_found": toNone(() => "GET /teams/by-handle/no-such-team"),
  "getTeam not_found": toNone((id) => `GET /teams/${id}`),
  "updateTeam not_found": toNone((id) => `PUT /teams/${id}`, CHANGE),
  "updateTeam conflict": withItem((id) => `PUT /teams/${id}`, { visibility: "private" }),
  "updateTeam forbidden": byStranger((id) => `PUT /teams/${id}`, CHANGE),
  "deleteTeam not_found": toNone((id) => `DELETE /teams/${id}`),
  "deleteTeam conflict": withItem((id) => `DELETE /teams/${id}`),
  "deleteTeam forbidden": byStranger((id) => `DELETE /teams/${id}`),

  "listMembers not_found": toNone((id) => `GET /teams/${id}/members`),
  "addMember not_found": byOwner((id) => `POST /teams/${id}/members`, { username: "no-such-user" }),
  "addMember forbidden": byStranger((id) => `POST /teams/${id}/members`, { username: "no-such-user" }),
  "addMember conflict": async (stage) => {
    const { token, user } = stage.user;
    return stage.send(`POST /teams/${await teamOf(stage)}/members`, { token, body: { user_id: user.id } });
  },
  "updateMember not_found": byOwner((id) => `PUT /teams/${id}/members/${randomUUID()}`, DEMOTION),
  "updateMember forbidden": byStranger((id, ownerId) => `PUT /teams/${id}/members/${ownerId}`, DEMOTION),
  "updateMember invalid_state": byOwner((id, ownerId) => `PUT /teams/${id}/members/${ownerId}`, DEMOTION),
  "removeMember not_found": byOwner((id) => `DELETE /teams/${id}/members/${randomUUID()}`),
  "removeMember forbidden": byStranger((id, ownerId) => `DELETE /teams/${id}/members/${ownerId}`),
  "removeMember invalid_state": byOwner((id, ownerId) => `DELETE /teams/${id}/members/${ownerId}`),
  "leaveTeam not_found": byStranger((id) => `POST /teams/${id}/leave`),
  "leaveTeam invalid_state": byOwner((id) => `POST /teams/${id}/leave`),
};
