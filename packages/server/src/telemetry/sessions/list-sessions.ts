import type { listSessions as endpoint, Session, SessionFilter } from "@tackroom/contract";
import type { Static } from "typebox";
import { page, type Answer, type CallContext, type Caller } from "../../platform/http/index.js";
import { noteSessionList } from "../privileged-reads.js";
import { countSessions, listSessionRows, type SessionPage } from "../stores/session-list-store.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { describeSessions } from "./describe-sessions.js";
import { readSessionQuery } from "./read-session-query.js";

/** `GET /sessions` */
export async function listSessions(
  deps: TelemetryDeps,
  { limit, offset, sort, ...filter }: Static<typeof endpoint.query>,
  { caller, call }: CallContext,
): Promise<Answer<Session[]>> {
  const { rows, total } = await findSessions(deps, filter, { limit, offset, sort }, caller);
  return page({ items: await describeSessions(deps, rows, caller), total }, { limit, offset }, call.url);
}

export interface FoundSessions {
  readonly rows: SessionRow[];
  readonly total: number;
}

/** One's own; an admin's are everyone's. */
export async function findSessions(
  deps: Pick<TelemetryDeps, "db" | "lineLists">,
  filter: SessionFilter,
  at: SessionPage,
  caller: Caller,
): Promise<FoundSessions> {
  const query = await readSessionQuery(deps, filter, caller);
  if (!query) return { rows: [], total: 0 };
  const [rows, total] = [await listSessionRows(deps.db, query, at), await countSessions(deps.db, query)];
  noteSessionList(caller, filter, rows);
  return { rows, total };
}
