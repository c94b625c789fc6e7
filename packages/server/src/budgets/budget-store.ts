import type { BudgetLevel, BudgetPeriod, BudgetScope, BudgetStatus } from "@tackroom/contract";
import { sql, type Generated, type Insertable, type Selectable } from "kysely";
import { queries, type Db, type Tx } from "../platform/relational/index.js";

interface BudgetTable {
  id: string;
  name: string;
  scope_type: BudgetScope;
  /** One of the three, or none for all. */
  user_id: string | null;
  team_id: string | null;
  agent_id: string | null;
  amount_usd: number;
  period: BudgetPeriod;
  status: Generated<BudgetStatus>;
  created_by: string | null;
  created_at: Generated<Date>;
}

interface BudgetWarningTable {
  budget_id: string;
  period_start: Date;
  level: BudgetLevel;
  at: Generated<Date>;
}

interface Tables {
  budget: BudgetTable;
  budget_warning: BudgetWarningTable;
}

export type StoredBudget = Selectable<BudgetTable>;
export type NewBudget = Omit<Insertable<BudgetTable>, "status" | "created_at">;
export type BudgetChange = Partial<Pick<StoredBudget, "name" | "amount_usd" | "status">>;
export type StoredWarning = Selectable<BudgetWarningTable>;

export function insertBudget(tx: Tx, budget: NewBudget): Promise<StoredBudget> {
  return queries<Tables>(tx).insertInto("budget").values(budget).returningAll().executeTakeFirstOrThrow();
}

export async function countBudgetsBy(tx: Tx, userId: string): Promise<number> {
  const { budgets } = await queries<Tables>(tx)
    .selectFrom("budget")
    .select(({ fn }) => fn.countAll<string>().as("budgets"))
    .where("created_by", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(budgets);
}

export function findBudget(db: Db, id: string): Promise<StoredBudget | undefined> {
  return queries<Tables>(db).selectFrom("budget").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Locked until the transaction ends: of several evaluations and changes at the same moment each sees what came before it. */
export function lockBudget(tx: Tx, id: string): Promise<StoredBudget | undefined> {
  return queries<Tables>(tx).selectFrom("budget").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Who looks: an admin at all, others at those for themselves, for their teams, and their own for agents. */
export interface BudgetViewer {
  readonly userId: string;
  readonly teams: readonly string[];
  readonly seesAll: boolean;
}

/** Newest first. */
export async function listBudgetsFor(
  db: Db,
  viewer: BudgetViewer,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ items: StoredBudget[]; total: number }> {
  const seen = queries<Tables>(db)
    .selectFrom("budget")
    .$if(!viewer.seesAll, (all) =>
      all.where((is) =>
        is.or([
          is("user_id", "=", viewer.userId),
          is("team_id", "=", sql<string>`any(${[...viewer.teams]}::uuid[])`),
          is.and([is("created_by", "=", viewer.userId), is("scope_type", "=", "agent")]),
        ]),
      ),
    );
  const items = await seen
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await seen.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

export function changeBudget(tx: Tx, id: string, change: BudgetChange): Promise<StoredBudget> {
  return queries<Tables>(tx)
    .updateTable("budget")
    .set(change)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Its warnings go with it. */
export async function dropBudget(tx: Tx, id: string): Promise<void> {
  await queries<Tables>(tx).deleteFrom("budget").where("id", "=", id).execute();
}

/** Those that are evaluated, by id, after the one that was last. */
export function listActiveBudgets(db: Db, after: string, limit: number): Promise<StoredBudget[]> {
  return queries<Tables>(db)
    .selectFrom("budget")
    .selectAll()
    .where("status", "=", "active")
    .where("created_by", "is not", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The levels that have not been warned of in this period until now. */
export async function insertWarnings(
  tx: Tx,
  warned: Pick<StoredWarning, "budget_id" | "period_start">,
  levels: readonly BudgetLevel[],
): Promise<BudgetLevel[]> {
  const rows = await queries<Tables>(tx)
    .insertInto("budget_warning")
    .values(levels.map((level) => ({ ...warned, level })))
    .onConflict((conflict) => conflict.columns(["budget_id", "period_start", "level"]).doNothing())
    .returning("level")
    .execute();
  return rows.map(({ level }) => level);
}

export async function warnedLevels(db: Db, budgetId: string, periodStart: Date): Promise<BudgetLevel[]> {
  const rows = await queries<Tables>(db)
    .selectFrom("budget_warning")
    .select("level")
    .where("budget_id", "=", budgetId)
    .where("period_start", "=", periodStart)
    .execute();
  return rows.map(({ level }) => level);
}

/** The latest of each budget, newest first. */
export async function latestWarningsOf(db: Db, budgetIds: readonly string[], ofEach: number): Promise<StoredWarning[]> {
  const { rows } = await sql<StoredWarning>`
    SELECT warning.budget_id, warning.period_start, warning.level, warning.at
    FROM unnest(${[...budgetIds]}::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
      SELECT * FROM budget_warning WHERE budget_id = wanted.id ORDER BY period_start DESC, level DESC LIMIT ${ofEach}
    ) AS warning
    ORDER BY warning.period_start DESC, warning.level DESC`.execute(queries<Tables>(db));
  return rows;
}
