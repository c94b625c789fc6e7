import { roleSuffices, type listSessionLines as endpoint } from "@tackroom/contract";
import type { Static } from "typebox";
import type { Call, Caller } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import { findSession } from "./find-session.js";
import type { RawLine } from "./line-list-store.js";
import type { TelemetryDeps } from "./telemetry-deps.js";

/** `GET /sessions/{id}/lines`: as they were sent, secrets and all, so only for whose they are. */
export async function listLines(
  deps: TelemetryDeps,
  id: string,
  { from, superseded, limit, ...ref }: Static<typeof endpoint.query>,
  { caller, call }: { readonly caller: Caller; readonly call: Call },
): Promise<RawLine[]> {
  const session = await findSession(deps, id, ref, caller);
  if (session.user_id !== caller.userId) {
    if (!roleSuffices(caller.role, "super_admin")) {
      throw new ServiceError("forbidden", "The lines of a session are for its user, or a super-admin.");
    }
    call.tell({ resourceId: id, detail: `lines of a session of user ${session.user_id}` });
  }
  if (superseded) return deps.lineLists.supersededLines(session.id, from, limit);
  // Lines that were purged may be there for a moment longer.
  const range = { from: Math.max(from, session.purged_below), to: session.highest_line };
  return range.to < range.from ? [] : deps.lineLists.rawLines(session.id, range, limit);
}
