import type { SessionView } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { listViewsOf, type StoredView } from "../stores/session-view-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

/** `GET /me/session-views` */
export async function listSessionViews(
  { db }: Pick<TelemetryDeps, "db">,
  { caller }: CallContext,
): Promise<SessionView[]> {
  return (await listViewsOf(db, caller.userId)).map(describeView);
}

export const describeView = ({ created_at, ...view }: StoredView): SessionView => ({
  ...view,
  created_at: created_at.toISOString(),
});
