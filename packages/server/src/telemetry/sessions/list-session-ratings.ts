import type { listSessionRatings as endpoint, SessionRating } from "@tackroom/contract";
import type { Static } from "typebox";
import { page, type Answer, type CallContext } from "../../platform/http/index.js";
import { describeRating } from "./describe-rating.js";
import { findRatedSession } from "./find-rated-session.js";
import { listRatingsOf } from "../stores/session-rating-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

/** `GET /sessions/{id}/ratings` */
export async function listSessionRatings(
  deps: Pick<TelemetryDeps, "db">,
  { id, limit, offset, ...ref }: Static<typeof endpoint.query> & { readonly id: string },
  { caller, call }: CallContext,
): Promise<Answer<SessionRating[]>> {
  const session = await findRatedSession(deps, id, ref, caller);
  const { items, total } = await listRatingsOf(deps.db, session.id, { limit, offset });
  return page({ items: items.map(describeRating), total }, { limit, offset }, call.url);
}
