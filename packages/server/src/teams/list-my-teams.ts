import type { Team, TeamsQuery } from "@tackroom/contract";
import { page, type Answer, type CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { listTeams } from "./team-store.js";

export async function listMyTeams(
  { db }: { readonly db: Db },
  query: TeamsQuery,
  { caller, call }: CallContext,
): Promise<Answer<Team[]>> {
  return page(await listTeams(db, { ...query, userId: caller.userId, which: "mine" }), query, call.url);
}
