export {
  listJoined,
  membershipsOf,
  membersOfTeams,
  membersOf,
  ownersOf,
  teammatesOf,
  teamRole,
  teamsOf,
  teamsSql,
} from "./member-store.js";
export { mountTeams } from "./routes.js";
export { findTeam, findTeamSizes } from "./team-store.js";
