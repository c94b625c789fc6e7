import type { Team, TeamRole, TeamVisibility } from "@tackroom/contract";
import type { ExpressionBuilder, Generated, Selectable } from "kysely";
import { isUuid } from "../platform/ids.js";
import { queries, type Db, type Tx } from "../platform/relational/index.js";

interface TeamTable {
  id: string;
  name: string;
  handle: string;
  description: string;
  visibility: TeamVisibility;
  created_at: Generated<Date>;
}

interface Tables {
  team: TeamTable;
  team_member: { team_id: string; user_id: string; role: TeamRole };
}

/** What other modules may know of a team. */
export interface KnownTeam {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly visibility: TeamVisibility;
}

export interface NewTeam extends KnownTeam {
  readonly description: string;
}

const KNOWN = ["id", "handle", "name", "visibility"] as const;
const SHOWN = ["team.id", "name", "handle", "description", "visibility", "created_at"] as const;

export async function insertTeam(tx: Tx, team: NewTeam): Promise<void> {
  await queries<Tables>(tx).insertInto("team").values(team).execute();
}

/** By id or by handle: no handle is as long as an id. Whether the team may be shown is the caller's question. */
export async function findTeam(db: Db, idOrHandle: string): Promise<KnownTeam | undefined> {
  return queries<Tables>(db)
    .selectFrom("team")
    .select(KNOWN)
    .where(isUuid(idOrHandle) ? "id" : "handle", "=", idOrHandle)
    .executeTakeFirst();
}

/** Locked until the transaction ends: of two who change its members at the same moment one comes second. */
export async function lockTeam(tx: Tx, id: string): Promise<KnownTeam | undefined> {
  return queries<Tables>(tx).selectFrom("team").select(KNOWN).where("id", "=", id).forUpdate().executeTakeFirst();
}

/** As the user sees it, with their role. */
export async function findTeamAs(db: Db, idOrHandle: string, userId: string): Promise<Team | undefined> {
  const row = await queries<Tables>(db)
    .selectFrom("team")
    .select(SHOWN)
    .select((at) => [roleOf(at, userId), memberCount(at)])
    .where(isUuid(idOrHandle) ? "team.id" : "handle", "=", idOrHandle)
    .executeTakeFirst();
  return row && shown(row);
}

export interface TeamFilter {
  readonly userId: string;
  /** `visible`: public ones and the user's. */
  readonly which: "mine" | "visible" | "all";
  readonly limit: number;
  readonly offset: number;
}

export async function listTeams(db: Db, filter: TeamFilter): Promise<{ items: Team[]; total: number }> {
  const rows = await matching(db, filter)
    .select(SHOWN)
    .select((at) => [roleOf(at, filter.userId), memberCount(at)])
    .orderBy("created_at", "desc")
    .orderBy("team.id", "desc")
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const { total } = await matching(db, filter)
    .select((count) => count.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return { items: rows.map(shown), total: Number(total) };
}

function matching(db: Db, { userId, which }: TeamFilter) {
  const own = queries<Tables>(db).selectFrom("team_member").select("team_id").where("user_id", "=", userId);
  return queries<Tables>(db)
    .selectFrom("team")
    .$if(which === "mine", (all) => all.where("team.id", "in", own))
    .$if(which === "visible", (all) =>
      all.where((is) => is.or([is("visibility", "=", "public"), is("team.id", "in", own)])),
    );
}

export type TeamSize = Pick<Team, "id" | "name" | "member_count">;

/** What teams are called and how many members they have. */
export async function findTeamSizes(db: Db, ids: readonly string[]): Promise<TeamSize[]> {
  if (ids.length === 0) return [];
  const rows = await queries<Tables>(db)
    .selectFrom("team")
    .select(["id", "name"])
    .select(memberCount)
    .where("id", "in", ids)
    .execute();
  return rows.map(({ id, name, member_count }) => ({ id, name, member_count: Number(member_count) }));
}

export type TeamChange = Partial<Pick<NewTeam, "name" | "description" | "visibility">>;

/** A change of nothing is none. */
export async function changeTeam(tx: Tx, id: string, change: TeamChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await queries<Tables>(tx).updateTable("team").set(change).where("id", "=", id).execute();
}

/** Its memberships go with it. */
export async function dropTeam(tx: Tx, id: string): Promise<void> {
  await queries<Tables>(tx).deleteFrom("team").where("id", "=", id).execute();
}

function roleOf(at: ExpressionBuilder<Tables, "team">, userId: string) {
  return at
    .selectFrom("team_member")
    .select("role")
    .whereRef("team_id", "=", "team.id")
    .where("user_id", "=", userId)
    .as("role");
}

function memberCount(at: ExpressionBuilder<Tables, "team">) {
  return at
    .selectFrom("team_member")
    .select((count) => count.fn.countAll<string>().as("members"))
    .whereRef("team_id", "=", "team.id")
    .as("member_count");
}

function shown(row: Selectable<TeamTable> & { role: TeamRole | null; member_count: string | null }): Team {
  return { ...row, member_count: Number(row.member_count), created_at: row.created_at.toISOString() };
}
