import { RECORDING_WITHIN_MS, roleSuffices, type SessionFilter } from "@tackroom/contract";
import { serverKey } from "@tackroom/harness";
import type { Caller } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { readTimeRange } from "../../platform/time-range.js";
import { membersOf, teammatesOf } from "../../teams/index.js";
import { searchWords } from "../core/search-words.js";
import { requireHarness } from "../ingest/session-identity.js";
import { sessionsNamedBy, type SessionQuery } from "../stores/session-list-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

/** A word that more sessions have is looked for in the latest ones. */
const MAX_MATCHES = 5000;

/** Which sessions a caller asks for, among one's own; an admin's are everyone's. Undefined: none can match. */
export async function readSessionQuery(
  deps: Pick<TelemetryDeps, "db" | "lineLists">,
  filter: SessionFilter,
  caller: Caller,
): Promise<SessionQuery | undefined> {
  const { from, to } = readTimeRange({ from: filter.from, to: filter.to }, "from", "to");
  const userId = whose(filter.user_id, caller);
  const words = filter.search === undefined ? [] : searchWords(filter.search);
  const query: SessionQuery = {
    userId,
    userIds: await membersAsked(deps.db, filter, caller),
    harness: filter.harness && requireHarness(filter.harness, "query.harness"),
    agentId: filter.agent_id,
    project: filter.project,
    model: filter.model,
    hasErrors: filter.has_errors,
    from,
    to,
    isTopLevel: filter.top_level,
    server: filter.mcp_server && serverKey(filter.mcp_server),
    tool: filter.tool,
    error: filter.error,
    hasFailedCall: filter.tool_failed,
    ...inState(filter.state, Date.now()),
    ...(words.length > 0 ? { ids: await sessionsFound(deps, words, userId) } : {}),
  };
  const isImpossible = query.ids?.length === 0 || query.userIds?.length === 0 || query.server === "";
  return isImpossible ? undefined : query;
}

function inState(
  state: SessionFilter["state"],
  now: number,
): Pick<SessionQuery, "isFinal" | "lastEventFrom" | "lastEventBefore"> {
  if (state === undefined) return {};
  if (state === "final") return { isFinal: true };
  const since = new Date(now - RECORDING_WITHIN_MS).toISOString();
  return { isFinal: false, ...(state === "recording" ? { lastEventFrom: since } : { lastEventBefore: since }) };
}

/** The members of a team, of the caller's teams, or of both; undefined: no such filter. */
async function membersAsked(
  db: TelemetryDeps["db"],
  { team_id, my_teams }: SessionFilter,
  { userId }: Caller,
): Promise<readonly string[] | undefined> {
  const members = team_id === undefined ? undefined : await membersOf(db, team_id);
  const mates = my_teams ? await teammatesOf(db, userId) : undefined;
  return members && mates ? members.filter((member) => mates.includes(member)) : (members ?? mates);
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
