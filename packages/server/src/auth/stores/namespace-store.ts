import type { Generated } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";

interface Tables {
  namespace: { name: string; user_id: string | null; team_id: string | null; is_used: Generated<boolean> };
}

/** False when somebody has the name, or had it and published under it. Of two at the same moment the first one gets it. */
export async function claimUsername(tx: Tx, username: string, userId: string): Promise<boolean> {
  return claim(tx, { name: username, user_id: userId, team_id: null });
}

/** The same for a team. */
export async function claimTeamHandle(tx: Tx, handle: string, teamId: string): Promise<boolean> {
  return claim(tx, { name: handle, user_id: null, team_id: teamId });
}

async function claim(
  tx: Tx,
  row: { readonly name: string; readonly user_id: string | null; readonly team_id: string | null },
): Promise<boolean> {
  const done = await queries<Tables>(tx)
    .insertInto("namespace")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** Free for others again, unless something was published under it. */
export async function releaseUsername(tx: Tx, userId: string): Promise<void> {
  await release(tx, "user_id", userId);
}

/** The same for a team's. */
export async function releaseTeamHandle(tx: Tx, teamId: string): Promise<void> {
  await release(tx, "team_id", teamId);
}

async function release(tx: Tx, holder: "user_id" | "team_id", id: string): Promise<void> {
  const names = queries<Tables>(tx);
  await names.deleteFrom("namespace").where(holder, "=", id).where("is_used", "=", false).execute();
  await names
    .updateTable("namespace")
    .set({ [holder]: null })
    .where(holder, "=", id)
    .execute();
}

/** Locked until the transaction ends: nobody publishes under it in the meantime. */
export async function lockNamespaceUse(tx: Tx, name: string): Promise<boolean> {
  const row = await queries<Tables>(tx)
    .selectFrom("namespace")
    .select("is_used")
    .where("name", "=", name)
    .forUpdate()
    .executeTakeFirst();
  return row?.is_used ?? false;
}

/** Taken by a user or a team, or permanently reserved by a deleted one. */
export async function usernameIsTaken(db: Db, username: string): Promise<boolean> {
  const found = await queries<Tables>(db)
    .selectFrom("namespace")
    .select("name")
    .where("name", "=", username)
    .executeTakeFirst();
  return found !== undefined;
}
