import type { TeamRole } from "@tackroom/contract";
import { sql, type Generated, type RawBuilder, type Selectable } from "kysely";
import { queries, type Db, type Tx } from "../platform/relational/index.js";

interface TeamMemberTable {
  team_id: string;
  user_id: string;
  role: TeamRole;
  joined_at: Generated<Date>;
}

interface Tables {
  team_member: TeamMemberTable;
}

export type Membership = Pick<Selectable<TeamMemberTable>, "user_id" | "role" | "joined_at">;

const SHOWN = ["user_id", "role", "joined_at"] as const;

/** Undefined when they are a member already. */
export async function insertMember(
  tx: Tx,
  member: Omit<Selectable<TeamMemberTable>, "joined_at">,
): Promise<Membership | undefined> {
  return queries<Tables>(tx)
    .insertInto("team_member")
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .returning(SHOWN)
    .executeTakeFirst();
}

/** The ids of the teams that someone is a member of. */
export async function teamsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await queries<Tables>(db)
    .selectFrom("team_member")
    .select("team_id")
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ team_id }) => team_id);
}

/** As `teamsOf`, for a statement that reads more about someone. */
export const teamsSql = (userId: string): RawBuilder<string[]> =>
  sql<string[]>`array(select team_id from team_member where user_id = ${userId}::uuid)`;

/** The ids of all members. */
export async function membersOf(db: Db, teamId: string): Promise<string[]> {
  const rows = await queries<Tables>(db)
    .selectFrom("team_member")
    .select("user_id")
    .where("team_id", "=", teamId)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** The members of all teams that someone is in, themselves included. */
export async function teammatesOf(db: Db, userId: string): Promise<string[]> {
  const rows = await queries<Tables>(db)
    .selectFrom("team_member as own")
    .innerJoin("team_member as mate", "mate.team_id", "own.team_id")
    .select("mate.user_id")
    .distinct()
    .where("own.user_id", "=", userId)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** The members of any of these teams, each once. */
export async function membersOfTeams(db: Db, teamIds: readonly string[]): Promise<string[]> {
  if (teamIds.length === 0) return [];
  const rows = await queries<Tables>(db)
    .selectFrom("team_member")
    .select("user_id")
    .distinct()
    .where("team_id", "in", [...teamIds])
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Who joined these teams since a time, newest first. */
export async function listJoined(
  db: Db,
  { teamIds, since, limit }: { readonly teamIds: readonly string[]; readonly since: Date; readonly limit: number },
): Promise<{ team_id: string; team_name: string; user_id: string; joined_at: Date }[]> {
  const { rows } = await sql<{ team_id: string; team_name: string; user_id: string; joined_at: Date }>`
    select team.id as team_id, team.name as team_name, each.user_id, each.joined_at
    from unnest(${[...teamIds]}::uuid[]) as own (id) join team on team.id = own.id
      cross join lateral (
        select user_id, joined_at from team_member where team_id = own.id and joined_at >= ${since}
        order by joined_at desc, user_id desc limit ${limit}
      ) as each
    order by each.joined_at desc, each.user_id desc limit ${limit}`.execute(queries(db));
  return rows;
}

export async function ownersOf(db: Db, teamId: string): Promise<string[]> {
  const rows = await queries<Tables>(db)
    .selectFrom("team_member")
    .select("user_id")
    .where("team_id", "=", teamId)
    .where("role", "=", "owner")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** The teams of several people at once. */
export function membershipsOf(db: Db, userIds: readonly string[]): Promise<{ user_id: string; team_id: string }[]> {
  if (userIds.length === 0) return Promise.resolve([]);
  return queries<Tables>(db)
    .selectFrom("team_member")
    .select(["user_id", "team_id"])
    .where("user_id", "in", userIds)
    .execute();
}

export async function teamRole(db: Db, teamId: string, userId: string): Promise<TeamRole | undefined> {
  const row = await queries<Tables>(db)
    .selectFrom("team_member")
    .select("role")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.role;
}

export async function countOwners(tx: Tx, teamId: string): Promise<number> {
  const { owners } = await queries<Tables>(tx)
    .selectFrom("team_member")
    .select((count) => count.fn.countAll<string>().as("owners"))
    .where("team_id", "=", teamId)
    .where("role", "=", "owner")
    .executeTakeFirstOrThrow();
  return Number(owners);
}

export async function setMemberRole(
  tx: Tx,
  { team_id, user_id, role }: Omit<Selectable<TeamMemberTable>, "joined_at">,
): Promise<Membership | undefined> {
  return queries<Tables>(tx)
    .updateTable("team_member")
    .set({ role })
    .where("team_id", "=", team_id)
    .where("user_id", "=", user_id)
    .returning(SHOWN)
    .executeTakeFirst();
}

export async function deleteMember(tx: Tx, teamId: string, userId: string): Promise<void> {
  await queries<Tables>(tx)
    .deleteFrom("team_member")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .execute();
}

export async function listMembersOf(
  db: Db,
  teamId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ items: Membership[]; total: number }> {
  const members = queries<Tables>(db).selectFrom("team_member").where("team_id", "=", teamId);
  const items = await members
    .select(SHOWN)
    .orderBy("joined_at", "desc")
    .orderBy("user_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await members.select((count) => count.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}
