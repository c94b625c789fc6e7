import { EVENT_KINDS } from "@tackroom/contract";
import { fieldError, ServiceError } from "../platform/service-error.js";
import {
  countEvents,
  describeSession,
  findSession,
  findSessions,
  readEventsOf,
  type SessionRow,
  type TelemetryDeps,
} from "../telemetry/index.js";
import { readFilter, readFirst, readName, readRef } from "./arguments.js";
import { camelCased } from "./camel-case.js";
import { connectionOf } from "./connections.js";
import type { Context } from "./context.js";
import { eventCursor, readEventCursor, readSessionCursor, sessionCursor } from "./cursors.js";

interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
}

type SessionsArguments = PageArguments & { readonly filter?: Readonly<Record<string, unknown>> | null };
type EventsArguments = PageArguments & { readonly kinds?: readonly string[] | null };
type SessionArguments = Readonly<Record<"harness" | "project" | "userId", string | null | undefined>> & {
  readonly id: string;
};

/** What `Query` has. GraphQL.js calls the functions with arguments and context. */
export function queryRoot(deps: TelemetryDeps) {
  return {
    health: "ok",
    session: ({ id, ...ref }: SessionArguments, context: Context) =>
      context.reads(async () => {
        const found = await findSession(deps, readName("id", id), readRef(ref), context.caller).catch(unlessNotFound);
        return found && sessionNode(deps, found);
      }),
    sessions: ({ first, after, filter }: SessionsArguments, { caller, reads }: Context) =>
      reads(async () => {
        const limit = readFirst(first);
        const page = { limit: limit + 1, ...(after ? { after: readSessionCursor(after) } : {}) };
        const { rows, total } = await findSessions(deps, readFilter(filter ?? {}), page, caller);
        const connection = connectionOf(rows, limit, {
          cursorOf: (row) => sessionCursor({ lastEventAt: row.last_event_at, id: row.id }),
          nodeOf: (row) => sessionNode(deps, row),
        });
        return { ...connection, totalCount: total };
      }),
  };
}

function unlessNotFound(error: unknown): null {
  if (error instanceof ServiceError && error.code === "not_found") return null;
  throw error;
}

/** A session as REST shows it. Its events are read when they are asked for. */
export function sessionNode(deps: TelemetryDeps, row: SessionRow) {
  const { events: eventCount, ...session } = camelCased(describeSession(row, deps.settings));
  return {
    ...session,
    eventCount,
    events: (page: EventsArguments, context: Context) => eventsOf(deps, row, page, context),
  };
}

function eventsOf(deps: TelemetryDeps, session: SessionRow, page: EventsArguments, { reads, batch }: Context) {
  const limit = readFirst(page.first);
  const kinds = readKinds(page.kinds ?? []);
  const after = page.after ? readEventCursor(page.after) : undefined;
  const from = after ? { line: after.line, at: after.at + 1 } : { line: 0, at: 0 };
  const asked = { kinds, from, limit: limit + 1 };
  const read = async () => {
    const key = JSON.stringify(asked);
    const rows = await batch(key, session, (sessions) => readEventsOf(deps, sessions, asked));
    return connectionOf(rows ?? [], limit, {
      cursorOf: ({ place }) => eventCursor(place),
      nodeOf: ({ event }) => camelCased(event),
    });
  };
  let connection: ReturnType<typeof read> | undefined;
  const once = (): ReturnType<typeof read> => (connection ??= read());
  return {
    edges: async () => (await once()).edges,
    pageInfo: async () => (await once()).pageInfo,
    totalCount: () => reads(async () => countEvents(deps, session, kinds)),
  };
}

function readKinds(kinds: readonly string[]): readonly string[] {
  const known: readonly string[] = EVENT_KINDS;
  if (kinds.every((kind) => known.includes(kind))) return [...new Set(kinds)];
  throw fieldError("kinds", `must be a list of ${EVENT_KINDS.join(", ")}`);
}
