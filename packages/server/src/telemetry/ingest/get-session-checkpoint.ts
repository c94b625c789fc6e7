import type { getSessionCheckpoint as endpoint } from "@tackroom/contract";
import type { Static } from "typebox";
import type { CallContext } from "../../platform/http/index.js";
import { requireHarness, sessionKey } from "./session-identity.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

/** `GET /ingest/session/checkpoint` */
export async function getSessionCheckpoint(
  { sessionLocks }: Pick<TelemetryDeps, "sessionLocks">,
  { session_id, harness: name, project }: Static<typeof endpoint.query>,
  { caller: { userId } }: CallContext,
): Promise<Static<typeof endpoint.reply>> {
  const harness = requireHarness(name, "query.harness");
  const session = await sessionLocks.find(sessionKey({ userId, project, harness, sessionId: session_id }));
  return {
    session_id,
    harness,
    project,
    ...(session ? describeCheckpoint(session) : { acknowledged_line: -1, acknowledged_offset: 0, generation: 0 }),
    purged_below: session?.purged_below ?? 0,
  };
}

export function describeCheckpoint({ acknowledged_line, acknowledged_offset, generation }: SessionRow) {
  return { acknowledged_line, acknowledged_offset, generation };
}
