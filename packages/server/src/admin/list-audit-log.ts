import { AUDIT_LOG_PAGE, type AuditEvent, type listAuditLog as endpoint } from "@tackroom/contract";
import type { Static } from "typebox";
import type { AuditLogReader } from "../audit/index.js";
import { page, type Answer, type Call } from "../platform/http/index.js";

export interface AuditLogDeps {
  readonly auditLog: AuditLogReader;
}

export async function listAuditLog(
  { auditLog }: AuditLogDeps,
  { limit = AUDIT_LOG_PAGE, offset = 0, ...filters }: Static<typeof endpoint.query>,
  call: Call,
): Promise<Answer<AuditEvent[]>> {
  return page(await auditLog.list(filters, { limit, offset }), { limit, offset }, call.url);
}
