import type { Role } from "@tackroom/contract";
import { sql } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import { account, KNOWN, type Account } from "./account.js";
import type { UserAccount } from "./user-store.js";

interface Tables {
  user_account: UserAccount;
}

export interface UserFilter {
  /** Beginnings of words, all of which must occur. */
  readonly words: readonly string[] | undefined;
  readonly role: Role | undefined;
  readonly active: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

export async function listUsers(db: Db, filter: UserFilter): Promise<{ items: Account[]; total: number }> {
  const rows = await matching(db, filter)
    .select(KNOWN)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const { total } = await matching(db, filter)
    .select((count) => count.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return { items: rows.map(account), total: Number(total) };
}

function matching(db: Db, { words, role, active }: UserFilter) {
  return queries<Tables>(db)
    .selectFrom("user_account")
    .$if(words !== undefined, (all) => all.where("id", "in", idsByWords(words ?? [])))
    .$if(role !== undefined, (all) => all.where("role", "=", role as Role))
    .$if(active !== undefined, (all) => all.where("is_active", "=", active as boolean));
}

/** Searched before anything is sorted: left to itself, the planner would rather walk all users from the newest on. */
function idsByWords(words: readonly string[]) {
  const prefixes = words.map((word) => `${word}:*`).join(" & ");
  return sql<string>`(WITH found AS MATERIALIZED (
    SELECT id FROM user_account WHERE search @@ to_tsquery('simple', ${prefixes})
  ) SELECT id FROM found)`;
}
