import type { listSessionRatings as endpoint, SessionRating } from "@tackroom/contract";
import type { Static } from "typebox";
import { page, type Answer, type Call, type Caller } from "../../platform/http/index.js";
import { describeRating } from "./describe-rating.js";
import { findRatedSession } from "./find-rated-session.js";
import { listRatingsOf } from "../stores/session-rating-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

/** `GET /sessions/{id}/ratings` */
export async function listSessionRatings(
  deps: Pick<TelemetryDeps, "db">,
  id: string,
  { limit, offset, ...ref }: Static<typeof endpoint.query>,
  { caller, call }: { readonly caller: Caller; readonly call: Call },
): Promise<Answer<SessionRating[]>> {
  const session = await findRatedSession(deps, id, ref, caller);
  const { items, total } = await listRatingsOf(deps.db, session.id, { limit, offset });
  return page({ items: items.map(describeRating), total }, { limit, offset }, call.url);
}
