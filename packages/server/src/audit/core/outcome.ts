import type { AuditEvent } from "@tackroom/contract";

/** How a call ended, in the log's words. */
export function outcomeOf(status: number): AuditEvent["outcome"] {
  if (status < 400) return "success";
  if (status === 401 || status === 403 || status === 429) return "denied";
  if (status === 404) return "not_found";
  return status < 500 ? "client_error" : "error";
}
