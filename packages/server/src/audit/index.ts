export { createAuditLog, type AuditLog, type AuditLogReader } from "./audit-log.js";
export { recordCall } from "./record-call.js";
export { recordSystemEvent } from "./record-system-event.js";
export { mountAudit } from "./routes.js";
