import type { AdminUser, ListUsersQuery } from "@tackroom/contract";
import { listUsers as readUsers } from "../auth/index.js";
import { page, pageOrWhole, type Answer, type CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { tokenize } from "../search-words/index.js";
import { adminUser } from "./change-user.js";

export async function listUsers(
  { db }: { readonly db: Db },
  query: ListUsersQuery,
  { call }: CallContext,
): Promise<Answer<AdminUser[]>> {
  const words = query.search === undefined ? undefined : tokenize(query.search, "letters", "case");
  const asked = pageOrWhole(query);
  if (words?.length === 0) return page({ items: [], total: 0 }, asked, call.url);
  const { items, total } = await readUsers(db, { ...asked, words, role: query.role, active: query.active });
  return page({ items: items.map(adminUser), total }, asked, call.url);
}
