import type { SessionView } from "@tackroom/contract";
import { sql, type Generated, type Selectable } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";

interface SessionViewTable {
  user_id: string;
  name: string;
  params: SessionView["params"];
  created_at: Generated<Date>;
}

interface Tables {
  session_view: SessionViewTable;
}

export type StoredView = Pick<Selectable<SessionViewTable>, "name" | "params" | "created_at">;

const SHOWN = ["name", "params", "created_at"] as const;

/** Oldest first: a new one takes no one else's place. */
export function listViewsOf(db: Db, userId: string): Promise<StoredView[]> {
  return queries<Tables>(db)
    .selectFrom("session_view")
    .select(SHOWN)
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("name")
    .execute();
}

export async function countOtherViewsOf(tx: Tx, userId: string, name: string): Promise<number> {
  const { count } = await queries<Tables>(tx)
    .selectFrom("session_view")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("user_id", "=", userId)
    .where("name", "<>", name)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Replaces the view of that name, which keeps its place. */
export function saveView(tx: Tx, view: Pick<SessionViewTable, "user_id" | "name" | "params">): Promise<StoredView> {
  const params = sql<SessionView["params"]>`${JSON.stringify(view.params)}::jsonb`;
  return queries<Tables>(tx)
    .insertInto("session_view")
    .values({ ...view, params })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "name"]).doUpdateSet(({ ref }) => ({ params: ref("excluded.params") })),
    )
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

/** False if there is none. */
export async function deleteView(tx: Tx, userId: string, name: string): Promise<boolean> {
  const { numDeletedRows } = await queries<Tables>(tx)
    .deleteFrom("session_view")
    .where("user_id", "=", userId)
    .where("name", "=", name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
