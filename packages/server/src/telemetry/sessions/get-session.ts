import type { Session, SessionRef } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { describeSessions } from "./describe-sessions.js";
import { findSession } from "./find-session.js";

/** `GET /sessions/{id}` */
export async function getSession(
  deps: Pick<TelemetryDeps, "db" | "settings">,
  { id, ...ref }: SessionRef & { readonly id: string },
  { caller }: CallContext,
): Promise<Session> {
  const found = await findSession(deps, id, ref, caller);
  const [session] = await describeSessions(deps, [found], caller);
  return session as Session;
}
