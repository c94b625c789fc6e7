import { Type, type Static } from "typebox";
import { EmailText, UsernameText } from "./auth.js";
import { endpoint, None, READS } from "./endpoint.js";
import { MultiLineText, SingleLineText } from "./text.js";

export const TEAM_ROLES = ["owner", "member"] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

export const TEAM_VISIBILITIES = ["public", "private"] as const;
export type TeamVisibility = (typeof TEAM_VISIBILITIES)[number];

const Role = Type.Enum([...TEAM_ROLES]);
const Visibility = Type.Enum([...TEAM_VISIBILITIES]);
const Name = SingleLineText({ pattern: "\\S", maxLength: 100 });
const Description = MultiLineText({ maxLength: 2000 });

export const Team = Type.Object(
  {
    id: Type.String({ format: "uuid" }),
    name: Type.String(),
    handle: Type.String({ description: "The namespace of the team's items" }),
    description: Type.String(),
    visibility: Visibility,
    role: Type.Union([Role, Type.Null()], { description: "The caller's role; null if the caller is not a member" }),
    member_count: Type.Integer(),
    created_at: Type.String({ format: "date-time" }),
  },
  { $id: "Team" },
);
export type Team = Static<typeof Team>;

export const TeamMember = Type.Object(
  {
    id: Type.String({ format: "uuid" }),
    email: Type.String(),
    username: Type.String(),
    is_active: Type.Boolean(),
    role: Role,
    joined_at: Type.String({ format: "date-time" }),
  },
  { $id: "TeamMember" },
);
export type TeamMember = Static<typeof TeamMember>;

const TeamId = Type.Object({ id: Type.String({ format: "uuid" }) });
const MemberId = Type.Object({ id: Type.String({ format: "uuid" }), user_id: Type.String({ format: "uuid" }) });
export type MemberId = Static<typeof MemberId>;

export const TeamsQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
});
export type TeamsQuery = Static<typeof TeamsQuery>;

const teams = { module: "teams", access: "user", params: None, query: None, body: None } as const;
const read = { ...teams, method: "GET", audited: false, readsOthers: READS.team } as const;
const change = { resource: "team", sensitivity: "medium", calls: "by_reviewers" } as const;
/** Who owns what a team publishes: always recorded. */
const changeOfMembers = { resource: "team", sensitivity: "medium", calls: "all" } as const;

export const CreateTeamBody = Type.Object({
  name: Name,
  handle: Type.Optional(
    SingleLineText({ minLength: 1, maxLength: 32, description: "Derived from the name if omitted" }),
  ),
  description: Type.Optional(Description),
  visibility: Type.Enum([...TEAM_VISIBILITIES], { default: "public" }),
});
export type CreateTeamBody = Static<typeof CreateTeamBody>;

export const createTeam = endpoint({
  ...teams,
  method: "POST",
  path: "/teams",
  summary: "Creates a team owned by the caller",
  audited: { ...change, action: "team.create" },
  body: CreateTeamBody,
  reply: Team,
  status: 201,
  errors: ["name_taken"],
});

export const listMyTeams = endpoint({
  ...read,
  readsOthers: false,
  path: "/teams",
  summary: "Lists the teams that the caller is a member of, newest first",
  query: TeamsQuery,
  reply: Type.Array(Team),
  errors: [],
});

export const listAllTeams = endpoint({
  ...read,
  path: "/teams/all",
  summary: "Lists public teams and the caller's teams, newest first; admins see all teams",
  query: TeamsQuery,
  reply: Type.Array(Team),
  errors: [],
});

export const getTeamByHandle = endpoint({
  ...read,
  path: "/teams/by-handle/:handle",
  summary: "Returns the team with this handle",
  params: Type.Object({ handle: Type.String({ maxLength: 100 }) }),
  reply: Team,
  errors: ["not_found"],
});

export const getTeam = endpoint({
  ...read,
  path: "/teams/:id",
  summary: "Returns a team; private teams are visible to members and admins only",
  params: TeamId,
  reply: Team,
  errors: ["not_found"],
});

export const UpdateTeamBody = Type.Object({
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  visibility: Type.Optional(Visibility),
});
export type UpdateTeamBody = Static<typeof UpdateTeamBody>;

export const updateTeam = endpoint({
  ...teams,
  method: "PUT",
  path: "/teams/:id",
  summary:
    "Updates the given fields of a team; requires a team owner or an admin. The handle cannot be changed, and a team with public items cannot become private",
  audited: { ...change, action: "team.update" },
  params: TeamId,
  body: UpdateTeamBody,
  reply: Team,
  errors: ["not_found", "forbidden", "conflict"],
});

export const deleteTeam = endpoint({
  ...teams,
  method: "DELETE",
  path: "/teams/:id",
  summary: "Deletes a team without items; requires a team owner or an admin",
  audited: { ...changeOfMembers, action: "team.delete" },
  params: TeamId,
  reply: None,
  status: 204,
  errors: ["not_found", "forbidden", "conflict"],
});

export const listMembers = endpoint({
  ...read,
  path: "/teams/:id/members",
  summary: "Lists the members of a team, newest first",
  params: TeamId,
  query: TeamsQuery,
  reply: Type.Array(TeamMember),
  errors: ["not_found"],
});

export const AddMemberBody = Type.Object(
  {
    email: Type.Optional(EmailText),
    username: Type.Optional(UsernameText),
    user_id: Type.Optional(Type.String({ format: "uuid" })),
    role: Type.Enum([...TEAM_ROLES], { default: "member" }),
  },
  { description: "Exactly one of email, username and user_id" },
);
export type AddMemberBody = Static<typeof AddMemberBody>;

export const addMember = endpoint({
  ...teams,
  method: "POST",
  path: "/teams/:id/members",
  summary: "Adds a member to a team; requires a team owner or an admin",
  audited: { ...changeOfMembers, action: "team.add_member" },
  params: TeamId,
  body: AddMemberBody,
  reply: TeamMember,
  status: 201,
  errors: ["not_found", "forbidden", "conflict"],
});

export const UpdateMemberBody = Type.Object({ role: Role });
export type UpdateMemberBody = Static<typeof UpdateMemberBody>;

export const updateMember = endpoint({
  ...teams,
  method: "PUT",
  path: "/teams/:id/members/:user_id",
  summary: "Changes a member's role; requires a team owner or an admin. The last owner cannot be demoted",
  audited: { ...changeOfMembers, action: "team.set_member_role" },
  params: MemberId,
  body: UpdateMemberBody,
  reply: TeamMember,
  errors: ["not_found", "forbidden", "invalid_state"],
});

export const removeMember = endpoint({
  ...teams,
  method: "DELETE",
  path: "/teams/:id/members/:user_id",
  summary: "Removes a member; requires a team owner or an admin. The last owner cannot be removed",
  audited: { ...changeOfMembers, action: "team.remove_member" },
  params: MemberId,
  reply: None,
  status: 204,
  errors: ["not_found", "forbidden", "invalid_state"],
});

export const leaveTeam = endpoint({
  ...teams,
  method: "POST",
  path: "/teams/:id/leave",
  summary: "Leaves a team; the last owner cannot leave",
  audited: { ...changeOfMembers, action: "team.leave" },
  params: TeamId,
  reply: None,
  status: 204,
  errors: ["not_found", "invalid_state"],
});
