import { randomUUID } from "node:crypto";
import { testStoreSql } from "../../test/store-sql/test-store-sql.js";
import * as members from "./member-store.js";
import * as teams from "./team-store.js";

/** Each user owns one team and is a member of another; every tenth team is private. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO user_account (id, email, username, name, role, auth_provider)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User ' || n, 'user', 'local'
  FROM generate_series(1, 2000) n;
  INSERT INTO team (id, name, handle, description, visibility, created_at)
  SELECT pg_temp.id(n), 'Team ' || n, 'team' || n, '', CASE WHEN n % 10 = 0 THEN 'private' ELSE 'public' END,
    now() - n * interval '1 minute'
  FROM generate_series(1, 2000) n;
  INSERT INTO team_member (team_id, user_id, role) SELECT pg_temp.id(n), pg_temp.id(n), 'owner' FROM generate_series(1, 2000) n;
  INSERT INTO team_member (team_id, user_id, role)
  SELECT pg_temp.id(n), pg_temp.id(n + 1), 'member' FROM generate_series(1, 1999) n`;

const ID = "00000000-0000-0000-0000-000000000007";
const OTHER_ID = "00000000-0000-0000-0000-000000000009";
const PAGE = { limit: 50, offset: 0 };

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: [],
  stores: {
    "team-store": {
      exports: teams,
      calls: {
        insertTeam: ({ db }) =>
          teams.insertTeam(db, {
            id: randomUUID(),
            name: "New",
            handle: "new",
            description: "",
            visibility: "public",
          }),
        findTeam: {
          "by id": ({ db }) => teams.findTeam(db, ID),
          "by handle": ({ db }) => teams.findTeam(db, "team7"),
        },
        lockTeam: ({ db }) => teams.lockTeam(db, ID),
        findTeamSizes: ({ db }) => teams.findTeamSizes(db, [ID]),
        findTeamAs: {
          "by id": ({ db }) => teams.findTeamAs(db, ID, ID),
          "by handle": ({ db }) => teams.findTeamAs(db, "team7", ID),
        },
        listTeams: {
          mine: ({ db }) => teams.listTeams(db, { ...PAGE, userId: ID, which: "mine" }),
          "those that I may see": ({ db }) => teams.listTeams(db, { ...PAGE, userId: ID, which: "visible" }),
          "all of them": ({ db }) => teams.listTeams(db, { ...PAGE, userId: ID, which: "all" }),
        },
        changeTeam: ({ db }) => teams.changeTeam(db, ID, { visibility: "private" }),
        dropTeam: ({ db }) => teams.dropTeam(db, ID),
      },
      growing: {
        // A page comes with the number of all; of those that it walks few are hidden.
        "listTeams, those that I may see": ["Index Scan on team", "Seq Scan on team"],
        "listTeams, all of them": ["Seq Scan on team"],
      },
    },
    "member-store": {
      exports: members,
      parts: ["teamsSql"],
      calls: {
        insertMember: ({ db }) => members.insertMember(db, { team_id: ID, user_id: OTHER_ID, role: "member" }),
        teamsOf: ({ db }) => members.teamsOf(db, ID),
        membersOf: ({ db }) => members.membersOf(db, ID),
        membersOfTeams: {
          some: ({ db }) => members.membersOfTeams(db, [ID]),
          none: ({ db }) => members.membersOfTeams(db, []),
        },
        listJoined: ({ db }) =>
          members.listJoined(db, { teamIds: [ID], since: new Date("2026-01-31T09:30:00Z"), limit: 20 }),
        teammatesOf: ({ db }) => members.teammatesOf(db, ID),
        ownersOf: ({ db }) => members.ownersOf(db, ID),
        membershipsOf: {
          "of some": ({ db }) => members.membershipsOf(db, [ID]),
          "of none": ({ db }) => members.membershipsOf(db, []),
        },
        teamRole: ({ db }) => members.teamRole(db, ID, ID),
        countOwners: ({ db }) => members.countOwners(db, ID),
        setMemberRole: ({ db }) => members.setMemberRole(db, { team_id: ID, user_id: ID, role: "member" }),
        deleteMember: ({ db }) => members.deleteMember(db, ID, ID),
        listMembersOf: ({ db }) => members.listMembersOf(db, ID, PAGE),
      },
    },
  },
});
