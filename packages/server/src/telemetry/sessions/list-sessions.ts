import { roleSuffices, type listSessions as endpoint, type Session, type SessionFilter } from "@tackroom/contract";
import type { Static } from "typebox";
import { page, type Answer, type CallContext, type Caller } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { readTimeRange } from "../../platform/time-range.js";
import { describeSession } from "./describe-session.js";
import { searchWords } from "../core/search-words.js";
import { noteSessionList } from "../privileged-reads.js";
import {
  countSessions,
  listSessionRows,
  sessionsNamedBy,
  type SessionPage,
  type SessionQuery,
} from "../stores/session-list-store.js";
import { requireHarness } from "../ingest/session-identity.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

/** `GET /sessions` */
export async function listSessions(
  deps: TelemetryDeps,
  { limit, offset, ...filter }: Static<typeof endpoint.query>,
  { caller, call }: CallContext,
): Promise<Answer<Session[]>> {
  const { rows, total } = await findSessions(deps, filter, { limit, offset }, caller);
  const items = rows.map((row) => describeSession(row, deps.settings));
  return page({ items, total }, { limit, offset }, call.url);
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
  const query = await readQuery(deps, filter, caller);
  if (query.ids?.length === 0) return { rows: [], total: 0 };
  const [rows, total] = [await listSessionRows(deps.db, query, at), await countSessions(deps.db, query)];
  noteSessionList(caller, filter, rows);
  return { rows, total };
}

/** A word that more sessions have is looked for in the latest ones. */
const MAX_MATCHES = 5000;

async function readQuery(
  deps: Pick<TelemetryDeps, "db" | "lineLists">,
  filter: SessionFilter,
  caller: Caller,
): Promise<SessionQuery> {
  const { from, to } = readTimeRange({ from: filter.from, to: filter.to }, "from", "to");
  const userId = whose(filter.user_id, caller);
  const words = filter.search === undefined ? [] : searchWords(filter.search);
  return {
    userId,
    harness: filter.harness && requireHarness(filter.harness, "query.harness"),
    agentId: filter.agent_id,
    project: filter.project,
    model: filter.model,
    hasErrors: filter.has_errors,
    from,
    to,
    ...(words.length > 0 ? { ids: await sessionsFound(deps, words, userId) } : {}),
  };
}

/** In what was said and done, or in what the session is called and where it ran. */
async function sessionsFound(
  { db, lineLists }: Pick<TelemetryDeps, "db" | "lineLists">,
  words: readonly string[],
  userId: string | null,
): Promise<string[]> {
  const [said, named] = await Promise.all([
    lineLists.sessionsWith(words, userId, MAX_MATCHES),
    sessionsNamedBy(db, words, userId, MAX_MATCHES),
  ]);
  return [...new Set([...said, ...named])];
}

function whose(asked: string | undefined, { userId, role }: Caller): string | null {
  if (roleSuffices(role, "admin")) return asked ?? null;
  if (asked !== undefined && asked.toLowerCase() !== userId.toLowerCase()) {
    throw new ServiceError("forbidden", "Only admins can list other users' sessions. Omit user_id.");
  }
  return userId;
}
