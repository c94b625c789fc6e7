import type { McpAuthorization } from "@tackroom/contract";
import type { ClientSignIns } from "../auth/index.js";
import type { CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { findAuthorization, listAuthorizations } from "./authorization-store.js";

export interface AuthorizationsDeps {
  readonly db: Db;
  readonly signIns: Pick<ClientSignIns, "live" | "end">;
}

const MAX_LISTED = 100;

/** `GET /me/authorizations`: those that have been used and not ended. */
export async function listMcpAuthorizations(
  { db, signIns }: AuthorizationsDeps,
  { caller }: CallContext,
): Promise<McpAuthorization[]> {
  const found = await listAuthorizations(db, caller.userId);
  const live = await signIns.live(found.map(({ id }) => id));
  return found
    .filter(({ id }) => live.has(id))
    .slice(0, MAX_LISTED)
    .map(({ created_at, last_used_at, ...authorization }) => ({
      ...authorization,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    }));
}

/** `DELETE /me/authorizations/{id}` */
export async function deleteMcpAuthorization(
  { db, signIns }: AuthorizationsDeps,
  { id }: { readonly id: string },
  { caller, call }: CallContext,
): Promise<undefined> {
  const found = await findAuthorization(db, id);
  const isOwn = found?.user_id === caller.userId;
  if (isOwn) call.describeForAudit({ resourceName: found.client_name, detail: { by: "the user" } });
  await call.act(async (tx) => {
    if (isOwn && (await signIns.end(tx, id))) return;
    throw new ServiceError("not_found", "Authorization not found. See GET /api/v1/me/authorizations.");
  });
}
