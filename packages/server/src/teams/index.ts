export { membershipsOf, membersOf, teamRole, teamsOf } from "./member-store.js";
export { mountTeams } from "./routes.js";
export { findTeam } from "./team-store.js";
