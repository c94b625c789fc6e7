import { findSessionsNamed } from "./session-list-store.js";
import type { TelemetryDeps } from "./telemetry-deps.js";

/** Whether a session of this id is known, and none of them is theirs. What nobody has begun yet can still become theirs. */
export async function isOnlyOthers(
  { db }: Pick<TelemetryDeps, "db">,
  sessionId: string,
  userId: string,
): Promise<boolean> {
  const own = await findSessionsNamed(db, { sessionId, userId }, 1);
  if (own.length > 0) return false;
  return (await findSessionsNamed(db, { sessionId, userId: null }, 1)).length > 0;
}
