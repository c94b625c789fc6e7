import type { Session, SessionRef } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { describeSession } from "./describe-session.js";
import { findSession } from "./find-session.js";

/** `GET /sessions/{id}` */
export async function getSession(
  deps: Pick<TelemetryDeps, "db" | "settings">,
  { id, ...ref }: SessionRef & { readonly id: string },
  { caller }: CallContext,
): Promise<Session> {
  return describeSession(await findSession(deps, id, ref, caller), deps.settings);
}
