import type { Session, SessionRef } from "@tackroom/contract";
import type { Caller } from "../../platform/http/index.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { describeSession } from "./describe-session.js";
import { findSession } from "./find-session.js";

/** `GET /sessions/{id}` */
export async function getSession(
  deps: Pick<TelemetryDeps, "db" | "settings">,
  id: string,
  ref: SessionRef,
  caller: Caller,
): Promise<Session> {
  return describeSession(await findSession(deps, id, ref, caller), deps.settings);
}
