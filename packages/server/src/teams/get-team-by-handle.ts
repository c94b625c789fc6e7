import type { Team } from "@tackroom/contract";
import { isUsername } from "../auth/index.js";
import type { CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { noSuchTeam, requireTeam } from "./require-team.js";

export async function getTeamByHandle(
  { db }: { readonly db: Db },
  { handle }: { readonly handle: string },
  { caller }: CallContext,
): Promise<Team> {
  // An ID is not a handle.
  if (!isUsername(handle)) throw noSuchTeam();
  return requireTeam(db, handle, caller);
}
