import type { Team, TeamsQuery } from "@tackroom/contract";
import { page, type Answer, type CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { seesAllTeams } from "./core/team-rules.js";
import { listTeams } from "./team-store.js";

export async function listAllTeams(
  { db }: { readonly db: Db },
  query: TeamsQuery,
  { caller, call }: CallContext,
): Promise<Answer<Team[]>> {
  const which = seesAllTeams(caller.role) ? "all" : "visible";
  const found = await listTeams(db, { ...query, userId: caller.userId, which });
  if (found.items.some(({ visibility, role }) => visibility !== "public" && role === null)) {
    caller.notePrivilegedRead({
      resourceType: "team",
      resourceId: null,
      detail: { shown: "a list with private teams" },
    });
  }
  return page(found, query, call.url);
}
