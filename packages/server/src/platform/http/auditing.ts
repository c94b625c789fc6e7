import { roleSuffices, type Audited, type EndpointShape } from "@tackroom/contract";
import type { FastifyRequest } from "fastify";
import type { Tx } from "../relational/tx.js";
import type { ServiceError } from "../service-error.js";
import type { About, Call, Caller } from "./call.js";

/** One call, as the audit log will show it. */
export interface CallRecord {
  readonly audited: Omit<Audited, "calls">;
  readonly at: Date;
  readonly durationMs: number;
  readonly actor: Pick<Caller, "userId" | "email" | "role"> | null;
  readonly about: About;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly source: "api" | "web" | "cli";
}

/** Where records go. The edge knows neither the log nor the database. */
export interface AuditSink {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  add(tx: Tx, record: CallRecord): Promise<void>;
  /** A record has been committed. */
  added(): void;
}

/** What is known of one call while it is answered. */
export interface CallState {
  readonly endpoint: EndpointShape;
  readonly startedAt: Date;
  caller: Caller | null;
  about: About;
  recorded: boolean;
  counted: boolean;
}

const DENIED: Omit<Audited, "calls"> = { action: "access.denied", sensitivity: "medium" };

/** Records calls because their endpoints say so: no use case can forget it. */
export interface Auditing {
  act(request: FastifyRequest, state: CallState): Call["act"];
  /** Records a call that is about to be answered, unless `act` has done so. */
  answered(request: FastifyRequest, state: CallState, status: number): Promise<void>;
}

export function createAuditing(sink: AuditSink): Auditing {
  const withRecord = async <T>(
    request: FastifyRequest,
    state: CallState,
    status: number,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> => {
    const audited = state.recorded ? undefined : whatToRecord(state, status);
    if (!audited) return sink.transaction(work);
    const result = await sink.transaction(async (tx) => {
      const done = await work(tx);
      await sink.add(tx, recordOf(request, state, audited, status));
      return done;
    });
    state.recorded = true;
    sink.added();
    return result;
  };

  return {
    act: (request, state) =>
      (async (work: (tx: Tx) => Promise<unknown>, refusal?: ServiceError) => {
        const status = refusal?.status ?? state.endpoint.status ?? 200;
        const result = await withRecord(request, state, status, work);
        if (refusal) throw refusal;
        return result;
      }) as Call["act"],
    async answered(request, state, status) {
      if (state.recorded || !whatToRecord(state, status)) return;
      await withRecord(request, state, status, async () => undefined);
    },
  };
}

/** What a rate limit turns away was never looked at, and "not yet" is no outcome: neither may flood the log. */
const UNRECORDED = new Set([428, 429]);

function whatToRecord(state: CallState, status: number): Omit<Audited, "calls"> | undefined {
  if (UNRECORDED.has(status)) return undefined;
  const { audited } = state.endpoint;
  if (audited && isDue(audited, state, status)) return audited;
  return status === 403 ? audited || DENIED : undefined;
}

function isDue({ calls }: Audited, { caller, about }: CallState, status: number): boolean {
  return {
    all: true,
    by_reviewers: caller !== null && roleSuffices(caller.role, "reviewer"),
    refused: status >= 400,
    when_told: Object.keys(about).length > 0,
  }[calls];
}

function recordOf(
  request: FastifyRequest,
  { startedAt, caller, about }: CallState,
  audited: Omit<Audited, "calls">,
  status: number,
): CallRecord {
  const params = (request.params ?? {}) as Record<string, unknown>;
  const named = params["id"] ?? params["key"];
  return {
    audited,
    at: startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    actor: about.actor ?? caller,
    about: { ...(typeof named === "string" ? { resourceId: named } : {}), ...about },
    method: request.method,
    path: request.url.split("?")[0] ?? "",
    status,
    ip: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    requestId: request.id,
    source: sourceOf(request),
  };
}

function sourceOf({ headers }: FastifyRequest): CallRecord["source"] {
  if (headers["x-tackroom-client"] === "web") return "web";
  return headers["x-tackroom-cli-version"] === undefined ? "api" : "cli";
}
