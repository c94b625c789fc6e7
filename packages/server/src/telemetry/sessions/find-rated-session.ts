import { roleSuffices, type SessionRef } from "@tackroom/contract";
import type { Caller } from "../../platform/http/index.js";
import { findItemsByIds, loadViewer } from "../../registry/index.js";
import { findSession, MAX_CANDIDATES, onlySession } from "./find-session.js";
import { requireHarness } from "../ingest/session-identity.js";
import { agentsOfSessionsNamed, findSessionsNamed } from "../stores/session-list-store.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

/** Further ones that share a session id are found once `user_id` says whose is meant. */
const MAX_AGENTS = 500;

/** The session that a caller means to rate: to a reviewer those of the agents that they may review exist as well. */
export async function findRatedSession(
  { db }: Pick<TelemetryDeps, "db">,
  sessionId: string,
  ref: SessionRef,
  caller: Caller,
): Promise<SessionRow> {
  const { role, userId } = caller;
  if (!roleSuffices(role, "reviewer") || roleSuffices(role, "admin")) {
    return findSession({ db }, sessionId, ref, caller);
  }
  const { harness, project, user_id = null } = ref;
  const named = {
    sessionId,
    userId: user_id,
    harness: harness && requireHarness(harness, "query.harness"),
    project,
  };
  const agents = await agentsOfSessionsNamed(db, named, MAX_AGENTS);
  const reviewable = await findItemsByIds(db, await loadViewer(db, caller), "agent", agents);
  const openTo = { userId, agentIds: reviewable.map(({ id }) => id) };
  return onlySession(await findSessionsNamed(db, { ...named, openTo }, MAX_CANDIDATES), sessionId, caller);
}
