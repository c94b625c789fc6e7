import type { exportAuditLog as endpoint } from "@tackroom/contract";
import type { Static } from "typebox";
import { Answer } from "../platform/http/index.js";
import { withActorId, type AuditLogDeps } from "./list-audit-log.js";

export async function exportAuditLog(
  deps: AuditLogDeps,
  { format = "csv", ...filters }: Static<typeof endpoint.query>,
): Promise<Answer<AsyncIterable<unknown>>> {
  const { stream, contentType, fileName } = await deps.auditLog.export(await withActorId(deps, filters), format);
  return new Answer(stream, {
    headers: { "content-type": contentType, "content-disposition": `attachment; filename="${fileName}"` },
  });
}
