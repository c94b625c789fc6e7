import type { SessionRef } from "@tackroom/contract";
import { roleSuffices } from "@tackroom/contract";
import type { Caller } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { findSessionsNamed } from "../stores/session-list-store.js";
import { noteSessionRead } from "../privileged-reads.js";
import { requireHarness } from "../ingest/session-identity.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

export const MAX_CANDIDATES = 20;

/** The session that a caller means. Another person's does not exist for them, unless they are an admin. */
export async function findSession(
  { db }: Pick<TelemetryDeps, "db">,
  sessionId: string,
  { harness, project, user_id }: SessionRef,
  caller: Caller,
): Promise<SessionRow> {
  const userId = roleSuffices(caller.role, "admin") ? (user_id ?? null) : caller.userId;
  const isHidden = user_id !== undefined && userId !== null && user_id.toLowerCase() !== userId.toLowerCase();
  const found = isHidden
    ? []
    : await findSessionsNamed(
        db,
        { sessionId, userId, harness: harness && requireHarness(harness, "query.harness"), project },
        MAX_CANDIDATES,
      );
  return onlySession(found, sessionId, caller);
}

/** The one that is meant, of those that exist for the caller. */
export function onlySession(found: readonly SessionRow[], sessionId: string, caller: Caller): SessionRow {
  const [only, another] = found;
  for (const { user_id: owner } of found) noteSessionRead(caller, { userId: owner, sessionId });
  if (!only) throw new ServiceError("not_found", `Session ${sessionId} not found. See GET /api/v1/sessions.`);
  if (!another) return only;
  throw new ServiceError(
    "ambiguous_name",
    `Several sessions have the ID ${sessionId}. Add harness, project or user_id.`,
    { extra: { candidates: found.map(candidateOf) } },
  );
}

const candidateOf = ({ session_id, harness, project, user_id }: SessionRow) => ({
  session_id,
  harness,
  project,
  user_id,
});
