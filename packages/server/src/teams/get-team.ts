import type { Team } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { requireTeam } from "./require-team.js";

export async function getTeam(
  { db }: { readonly db: Db },
  { id }: { readonly id: string },
  { caller }: CallContext,
): Promise<Team> {
  return requireTeam(db, id, caller);
}
