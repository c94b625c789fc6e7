import type { AuditLogCheck } from "@tackroom/contract";
import type { AuditLogDeps } from "./list-audit-log.js";

export function verifyAuditLog({ auditLog }: Pick<AuditLogDeps, "auditLog">): Promise<AuditLogCheck> {
  return auditLog.verify();
}
