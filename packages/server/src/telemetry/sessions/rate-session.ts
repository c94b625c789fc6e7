import type { rateSession as endpoint, SessionRating, SessionRef } from "@tackroom/contract";
import type { Static } from "typebox";
import { Answer, type CallContext } from "../../platform/http/index.js";
import { newId } from "../../platform/ids.js";
import { describeRating } from "./describe-rating.js";
import { findRatedSession } from "./find-rated-session.js";
import { saveRating } from "../stores/session-rating-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

interface Rated {
  readonly id: string;
  readonly ref: SessionRef;
  readonly rating: Static<(typeof endpoint)["body"]>;
}

/** `POST /sessions/{id}/ratings` */
export async function rateSession(
  deps: Pick<TelemetryDeps, "db">,
  { id: sessionId, ref, rating: { dimension, score, note } }: Rated,
  { caller, call }: CallContext,
): Promise<Answer<SessionRating>> {
  const session = await findRatedSession(deps, sessionId, ref, caller);
  const id = newId();
  return call.act(async (tx) => {
    const given = { id, session: session.id, user_id: caller.userId, dimension, score, note: note ?? null };
    const saved = await saveRating(tx, given);
    const isNew = saved.id === id;
    const { user_id, harness } = session;
    call.describeForAudit({
      resourceId: session.session_id,
      detail: { user_id, harness, dimension, score, noted: note !== undefined, replaced: !isNew },
    });
    return new Answer(describeRating(saved), isNew ? {} : { status: 200 });
  });
}
