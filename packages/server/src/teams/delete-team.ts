import { releaseTeamHandle } from "../auth/index.js";
import type { CallContext } from "../platform/http/index.js";
import type { Tx } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { lockManagedTeam } from "./require-team.js";
import { dropTeam } from "./team-store.js";

export interface DeleteTeamDeps {
  /** Asked of the registry, which teams know nothing of. */
  readonly teamHasItems: (tx: Tx, teamId: string) => Promise<boolean>;
}

export async function deleteTeam(
  deps: DeleteTeamDeps,
  { id }: { readonly id: string },
  { caller, call }: CallContext,
): Promise<void> {
  await call.act(async (tx) => {
    const team = await lockManagedTeam(tx, id, { caller, call });
    if (await deps.teamHasItems(tx, id)) {
      throw new ServiceError(
        "conflict",
        `The team ${team.name} still owns items. Delete them, or move them to another team, first.`,
      );
    }
    call.describeForAudit({ detail: { name: team.name, handle: team.handle } });
    await releaseTeamHandle(tx, id);
    await dropTeam(tx, id);
  });
}
