import { fullPath, roleSuffices, type Audited, type EndpointShape } from "@tackroom/contract";
import type { FastifyError, FastifyRequest } from "fastify";
import { newId } from "../ids.js";
import type { Tx } from "../relational/tx.js";
import type { ServiceError } from "../service-error.js";
import { Answer } from "./answer.js";
import type { About, Call, Caller, CallPart, Identity, PrivilegedRead } from "./call.js";
import { logFailure, refusalOf } from "./problems.js";
import { shownPath } from "./shown-path.js";
import type { SocketOrigin } from "./web-sockets.js";

/** One call, as the audit log will show it. */
export interface CallRecord {
  readonly audited: Omit<Audited, "calls">;
  readonly at: Date;
  readonly durationMs: number;
  readonly actor: Pick<Identity, "userId" | "email" | "role"> | null;
  readonly about: About;
  readonly method: string;
  readonly path: string;
  /** The path of the endpoint, whatever stood for its parameters. */
  readonly route: string;
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
  /** A rejected call that changed nothing. Repeated calls are counted instead of being recorded again. */
  refused(record: CallRecord): Promise<void>;
  /** Data of others was read; durable when it returns. Repeating it soon does not add another record. */
  readOthers(records: readonly CallRecord[]): Promise<void>;
}

/** What is known of one call while it is answered. */
export interface CallState {
  readonly endpoint: EndpointShape;
  readonly startedAt: Date;
  caller: Caller | null;
  about: About;
  readonly reads: PrivilegedRead[];
  recorded: boolean;
  counted: boolean;
  /** The account that the body names, where attempts on it are slowed down. */
  account?: string | undefined;
}

const DENIED: Omit<Audited, "calls"> = { action: "access.denied", sensitivity: "medium" };
/** An endpoint that does not say what its reads are called leaves records of them all the same. */
const READ: Omit<Audited, "calls"> = { action: "data.read", sensitivity: "medium" };

/** Records calls because their endpoints say so: no use case can forget it. */
export interface Auditing {
  act(request: FastifyRequest, state: CallState): Call["act"];
  part(request: FastifyRequest, state: CallState): CallPart;
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
    const workAnew = describedAnew(state, work);
    if (!audited) return sink.transaction(workAnew);
    const result = await sink.transaction(async (tx) => {
      const done = await workAnew(tx);
      // What the use case answers with may have a status of its own: accepted, say, where it usually is done.
      const answered = done instanceof Answer ? (done.status ?? status) : status;
      await sink.add(tx, recordOf(request, state, audited, answered));
      return done;
    });
    state.recorded = true;
    sink.added();
    return result;
  };

  const act: Auditing["act"] = (request, state) =>
    (async (work: (tx: Tx) => Promise<unknown>, refusal?: ServiceError) => {
      const status = refusal?.status ?? state.endpoint.status ?? 200;
      const result = await withRecord(request, state, status, work);
      if (refusal) throw refusal;
      return result;
    }) as Call["act"];

  return {
    act,
    part(request, state) {
      const own: CallState = { ...state, about: {}, recorded: false };
      // Whatever becomes of the part leaves a record, so the call needs none.
      state.recorded = true;
      return {
        act: act(request, own),
        describeForAudit: (about) => void (own.about = joined(own.about, about)),
        failed: (error) => partFailure(sink, { request, own }, error),
      };
    },
    async answered(request, state, status) {
      if (state.reads.length > 0) await recordReads(sink, request, state, status);
      if (state.recorded) return;
      const audited = whatToRecord(state, status);
      if (!audited) return;
      if (status < 400 || isAttemptOnAccount(state, status)) {
        await withRecord(request, state, status, async () => undefined);
        return;
      }
      await sink.refused(recordOf(request, state, audited, status));
      state.recorded = true;
    },
  };
}

/** The store may repeat a transaction: what the cancelled one has found and read is not what was done. */
function describedAnew<T>(state: CallState, work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
  const before = { about: state.about, reads: state.reads.length };
  return (tx) => {
    state.about = before.about;
    state.reads.length = before.reads;
    return work(tx);
  };
}

async function partFailure(
  sink: AuditSink,
  { request, own }: { readonly request: FastifyRequest; readonly own: CallState },
  error: unknown,
): Promise<ServiceError> {
  const refusal = loggedRefusal(request, error);
  const audited = own.recorded ? undefined : whatToRecord(own, refusal.status);
  try {
    if (audited) await sink.refused(recordOf(request, own, audited, refusal.status));
    return refusal;
  } catch (instead) {
    return loggedRefusal(request, instead);
  }
}

function loggedRefusal(request: FastifyRequest, error: unknown): ServiceError {
  const refusal = refusalOf(error as FastifyError);
  logFailure(request, error as FastifyError, refusal);
  return refusal;
}

async function recordReads(sink: AuditSink, request: FastifyRequest, state: CallState, status: number): Promise<void> {
  // A refusal shows nothing, but for an ambiguous name: that names the candidates.
  if (status >= 400 && status !== 409) return;
  const { audited, readsOthers = READ } = state.endpoint;
  const isRecordedAnyway = audited && (audited.calls === "all" || audited.calls === "by_reviewers");
  if (!readsOthers || isRecordedAnyway) return;
  await sink.readOthers(recordsOfReads(recordOf(request, state, readsOthers, status), state.reads));
}

function recordsOfReads(call: CallRecord, reads: readonly PrivilegedRead[]): CallRecord[] {
  return reads.map(({ resourceId, ...about }) => ({
    ...call,
    about: { ...about, ...(resourceId === null ? {} : { resourceId }) },
  }));
}

/** Records what someone was shown over a socket, which is not a call by itself. */
export type RecordSocketReads = (
  reader: Identity,
  from: SocketOrigin,
  reads: readonly PrivilegedRead[],
) => Promise<void>;

const SWITCHING_PROTOCOLS = 101;

export function createSocketReads(sink: Pick<AuditSink, "readOthers">, endpoint: EndpointShape): RecordSocketReads {
  const path = fullPath(endpoint);
  return async (reader, { ip, headers }, reads) => {
    if (reads.length === 0) return;
    const call: CallRecord = {
      audited: endpoint.readsOthers || READ,
      at: new Date(),
      durationMs: 0,
      actor: reader,
      about: {},
      method: "GET",
      path,
      route: path,
      status: SWITCHING_PROTOCOLS,
      ip,
      userAgent: headers["user-agent"] ?? "",
      requestId: newId(),
      source: sourceOf({ headers }),
    };
    await sink.readOthers(recordsOfReads(call, reads));
  };
}

/**
 * A failed attempt on an account that exists, such as a wrong password, is recorded each time: the rate limit has let it pass,
 * so it cannot flood the log.
 */
function isAttemptOnAccount({ caller, about, counted }: CallState, status: number): boolean {
  return caller === null && counted && status !== 429 && Object.keys(about).length > 0;
}

/** "Not yet" is not an outcome. */
const UNRECORDED = new Set([428]);
const DENIALS = new Set([403, 429]);

function whatToRecord(state: CallState, status: number): Omit<Audited, "calls"> | undefined {
  if (UNRECORDED.has(status)) return undefined;
  const { audited } = state.endpoint;
  if (audited && isDue(audited, state, status)) return audited;
  return DENIALS.has(status) ? audited || DENIED : undefined;
}

function isDue({ calls }: Audited, { caller, about }: CallState, status: number): boolean {
  return {
    all: true,
    by_reviewers: caller !== null && roleSuffices(caller.role, "reviewer"),
    refused: status >= 400,
    when_described: Object.keys(about).length > 0,
  }[calls];
}

function recordOf(
  request: FastifyRequest,
  { endpoint, startedAt, caller, about }: CallState,
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
    path: shownPath(request.url),
    route: fullPath(endpoint),
    status,
    ip: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    requestId: request.id,
    source: sourceOf(request),
  };
}

function sourceOf({ headers }: Pick<FastifyRequest, "headers">): CallRecord["source"] {
  if (headers["x-tackroom-client"] === "web") return "web";
  return headers["x-tackroom-cli-version"] === undefined ? "api" : "cli";
}

export function joined(before: About, more: About): About {
  const details = [before.detail, more.detail].filter((detail) => typeof detail === "object");
  return { ...before, ...more, ...(details.length === 2 ? { detail: { ...details[0], ...details[1] } } : {}) };
}
