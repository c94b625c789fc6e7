import { Readable } from "node:stream";
import { MAX_EXPORTED_SESSIONS, type exportSessions as endpoint, type Session } from "@tackroom/contract";
import { stringify } from "csv-stringify/sync";
import type { Static } from "typebox";
import { Answer, type CallContext, type Caller } from "../../platform/http/index.js";
import { noteSessionList } from "../privileged-reads.js";
import { countSessions, listSessionKeys } from "../stores/session-list-store.js";
import { findSessionsByKey } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { describeSessions } from "./describe-sessions.js";
import { readSessionQuery } from "./read-session-query.js";

const SESSIONS_AT_ONCE = 200;

/** Flat, in the order in which people read a row. */
const COLUMNS = {
  session_id: ({ session_id }) => session_id,
  title: ({ title, first_prompt }) => title ?? first_prompt,
  project: ({ project_name }) => project_name,
  branch: ({ git_branch }) => git_branch,
  directory: ({ cwd }) => cwd,
  harness: ({ harness }) => harness,
  agent: ({ agent_name }) => agent_name,
  agent_version: ({ agent_version }) => agent_version,
  user: ({ user_name }) => user_name,
  user_id: ({ user_id }) => user_id,
  parent_session_id: ({ parent_session_id }) => parent_session_id,
  subagents: ({ subagents }) => subagents,
  final: ({ final }) => String(final),
  complete: ({ integrity }) => (integrity.ok === null ? null : String(integrity.ok)),
  started_at: ({ started_at }) => started_at,
  last_event_at: ({ last_event_at }) => last_event_at,
  active_ms: ({ active_ms }) => active_ms,
  prompts: ({ prompts }) => prompts,
  tool_calls: ({ tool_calls }) => tool_calls,
  tool_failures: ({ tool_failures }) => tool_failures,
  models: ({ models }) => models.join(" "),
  tokens: ({ tokens }) => tokens?.total ?? null,
  cost_usd: ({ cost_usd }) => cost_usd,
  unpriced_models: ({ unpriced_models }) => unpriced_models.join(" "),
} as const satisfies Readonly<Record<string, (session: Session) => string | number | null>>;

interface FileFormat {
  readonly contentType: string;
  readonly header: string;
  readonly write: (sessions: readonly Session[]) => string;
}

const FORMATS: Readonly<Record<NonNullable<Static<typeof endpoint.query>["format"]>, FileFormat>> = {
  csv: {
    contentType: "text/csv; charset=utf-8",
    header: `${Object.keys(COLUMNS).join(",")}\n`,
    // A spreadsheet would run what starts with an equals sign, and anyone chooses their own titles.
    write: (sessions) =>
      stringify(
        sessions.map((session) => Object.values(COLUMNS).map((valueOf) => valueOf(session))),
        { escape_formulas: true },
      ),
  },
  jsonl: {
    contentType: "application/x-ndjson",
    header: "",
    write: (sessions) => sessions.map((session) => `${JSON.stringify(session)}\n`).join(""),
  },
};

/** `GET /telemetry/sessions/export` */
export async function exportSessions(
  deps: TelemetryDeps,
  { format = "csv", sort = "last_event", ...filter }: Static<typeof endpoint.query>,
  { caller }: CallContext,
): Promise<Answer<AsyncIterable<unknown>>> {
  const query = await readSessionQuery(deps, filter, caller);
  const keys = query ? await listSessionKeys(deps.db, query, sort, MAX_EXPORTED_SESSIONS) : [];
  const isCut = query && keys.length === MAX_EXPORTED_SESSIONS;
  const total = isCut ? await countSessions(deps.db, query) : keys.length;
  noteSessionList(caller, filter, keys);
  const { contentType, header, write } = FORMATS[format];
  const ids = keys.map(({ id }) => id);
  async function* text(): AsyncGenerator<string> {
    yield header;
    for await (const sessions of batches(deps, ids, caller)) yield write(sessions);
  }
  return new Answer(Readable.from(text(), { objectMode: false }), {
    headers: {
      "content-type": contentType,
      "content-disposition": `attachment; filename="sessions.${format}"`,
      "x-total-count": String(total),
    },
  });
}

/** In the order of the keys. What was deleted since is left out. */
async function* batches(
  deps: Pick<TelemetryDeps, "db" | "settings">,
  ids: readonly string[],
  caller: Caller,
): AsyncGenerator<Session[]> {
  for (let at = 0; at < ids.length; at += SESSIONS_AT_ONCE) {
    const part = ids.slice(at, at + SESSIONS_AT_ONCE);
    const found = new Map((await findSessionsByKey(deps.db, part)).map((row) => [row.id, row]));
    yield await describeSessions(
      deps,
      part.flatMap((id) => found.get(id) ?? []),
      caller,
    );
  }
}
