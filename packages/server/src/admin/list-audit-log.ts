import {
  AUDIT_LOG_PAGE,
  type AuditEvent,
  type AuditLogFilters,
  type listAuditLog as endpoint,
} from "@tackroom/contract";
import type { Static } from "typebox";
import type { AuditLogReader } from "../audit/index.js";
import { findUserBy, isUsername } from "../auth/index.js";
import { page, type Answer, type CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";

export interface AuditLogDeps {
  readonly auditLog: AuditLogReader;
  readonly db: Db;
}

export async function listAuditLog(
  deps: AuditLogDeps,
  { limit = AUDIT_LOG_PAGE, offset = 0, ...filters }: Static<typeof endpoint.query>,
  { call }: CallContext,
): Promise<Answer<AuditEvent[]>> {
  const found = await deps.auditLog.list(await withActorId(deps, filters), { limit, offset });
  return page(found, { limit, offset }, call.url);
}

/** The log knows people by id and email. A username is neither, whatever it is: it has no @ and is shorter than an id. */
export async function withActorId(
  { db }: Pick<AuditLogDeps, "db">,
  filters: AuditLogFilters,
): Promise<AuditLogFilters> {
  const { actor } = filters;
  if (actor === undefined || !isUsername(actor)) return filters;
  const user = await findUserBy(db, { username: actor });
  return user ? { ...filters, actor: user.id } : filters;
}
