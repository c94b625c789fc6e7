import { roleSuffices, type listSessionLines as endpoint } from "@tackroom/contract";
import type { Static } from "typebox";
import type { Caller } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import { findSession } from "./find-session.js";
import type { RawLine } from "./line-list-store.js";
import type { TelemetryDeps } from "./telemetry-deps.js";

/** `GET /sessions/{id}/lines`: as they were sent, secrets and all, so only for whose they are. */
export async function listLines(
  deps: TelemetryDeps,
  id: string,
  { from, superseded, limit, ...ref }: Static<typeof endpoint.query>,
  caller: Caller,
): Promise<RawLine[]> {
  if (caller.passwordSetBy !== null) {
    throw new ServiceError(
      "forbidden",
      "An admin had set the password that this sign-in began with, so raw lines stay closed to it. Sign in again with the password that you have chosen since.",
    );
  }
  const session = await findSession(deps, id, ref, caller);
  if (session.user_id !== caller.userId && !roleSuffices(caller.role, "super_admin")) {
    throw new ServiceError("forbidden", "The lines of a session are for its user, or a super-admin.");
  }
  if (superseded) return deps.lineLists.supersededLines(session.id, from, limit);
  // Lines that were purged may be there for a moment longer.
  const range = { from: Math.max(from, session.purged_below), to: session.highest_line };
  return range.to < range.from ? [] : deps.lineLists.rawLines(session.id, range, limit);
}
