import type { IngestReply, IngestRequest } from "@tackroom/contract";
import type { Call, CallContext, Caller } from "../../platform/http/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { auditSession, NOT_AUDITED, type Audited } from "./audit-session.js";
import { seekCanaries, type Searched } from "../canaries/seek-canaries.js";
import { saveReports } from "../stores/canary-store.js";
import { seekOlderLines } from "../jobs.js";
import { checkIngest } from "./check-ingest.js";
import { describeCheckpoint } from "./get-session-checkpoint.js";
import { resolveAgent } from "./resolve-agent.js";
import { blankSession, requireHarness, sessionKey, type SessionIdentity } from "./session-identity.js";
import type { SessionRow } from "../stores/session-store.js";
import type { LockedSession } from "./session-locks.js";
import { storeBatch, type StoredBatch } from "./store-batch.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

type Said = Pick<
  SessionRow,
  "final" | "agent_ref" | "agent_id" | "agent_version" | "layer_hash" | "parent_session_id" | "total_credits"
>;

const MAX_ATTEMPTS = 5;

/** `POST /ingest/session` */
export async function ingestSession(
  deps: TelemetryDeps,
  request: IngestRequest,
  { caller, call }: CallContext,
): Promise<IngestReply> {
  const identity: SessionIdentity = {
    userId: caller.userId,
    project: request.project.toWellFormed(),
    harness: requireHarness(request.harness, "body.harness"),
    sessionId: request.session_id.toWellFormed(),
  };
  const { batch, claim } = checkIngest(request);
  // Without lines there is nothing to store of a session that nobody knows.
  if (batch.lines.length === 0 && !(await deps.sessionLocks.find(sessionKey(identity)))) {
    const nothing = blankSession(identity, new Date());
    return replyOf(nothing, NOTHING_STORED, claim ? await auditSession(deps, nothing, claim, 0) : NOT_AUDITED);
  }

  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const done = await deps.sessionLocks.hold(blankSession(identity, new Date()), async (held) => {
      const stored = await storeBatch(deps, held, identity.harness, batch);
      const audited = claim ? await auditSession(deps, stored.session, claim, held.revision) : NOT_AUDITED;
      const session = { ...(audited.session ?? stored.session), ...(await said(deps, stored, request, caller)) };
      const searched = await seekCanaries(deps, { before: held.session, session, batch });
      const act = actOf(deps, session, { superseded: stored.superseded + audited.superseded, searched, call });
      if (!(await held.save(session, audited.activity ?? stored.activity, act))) return undefined;
      // Not before it is saved: a crash in between must not have taken away lines that still count.
      if (audited.surplus) await deps.lines.cutOff(session.id, audited.surplus, session.revision);
      return { session, stored, audited };
    });
    if (!done) continue;
    deps.updates.publish(done.session, eventName(request, done.audited));
    return replyOf(done.session, done.stored, done.audited);
  }
  throw new ServiceError("unavailable", "The session is being written concurrently. Retry shortly.", {
    retryAfterSeconds: 1,
  });
}

const NOTHING_STORED: Omit<StoredBatch, "session" | "activity"> = {
  ingested: 0,
  skipped: 0,
  replaced: 0,
  errors: 0,
  superseded: 0,
};

interface SavedToo {
  /** How many lines that had been acknowledged are now superseded. */
  readonly superseded: number;
  readonly searched: Searched;
  readonly call: Call;
}

/** How a session is saved in one transaction with what belongs to it; undefined: nothing does. */
function actOf(
  { transaction, jobs }: TelemetryDeps,
  session: SessionRow,
  { superseded, searched: { findings, unsearched }, call }: SavedToo,
): Parameters<LockedSession["save"]>[2] {
  if (superseded === 0 && findings.length === 0 && !unsearched) return undefined;
  const withReports = (work: (tx: Tx) => Promise<boolean>) => async (tx: Tx) => {
    if (!(await work(tx))) return false;
    if (findings.length > 0) await saveReports(tx, findings);
    if (unsearched) await jobs.enqueue(seekOlderLines, unsearched, { tx });
    return true;
  };
  if (superseded === 0) return (work) => transaction(withReports(work));
  // Superseded lines leave a record of it.
  call.describeForAudit({
    resourceId: session.session_id,
    detail: { superseded_lines: superseded, harness: session.harness },
  });
  return (work) => call.act(withReports(work));
}

/** What the request says about the session; what it does not mention stays. */
async function said(
  deps: TelemetryDeps,
  { session }: Pick<StoredBatch, "session">,
  request: IngestRequest,
  caller: Caller,
): Promise<Said> {
  const agent = await resolveAgent(deps, session, request, caller);
  return {
    final: session.final || request.final,
    ...agent,
    layer_hash: request.layer_hash ?? session.layer_hash,
    parent_session_id: request.parent_session_id ?? session.parent_session_id,
    total_credits: request.total_credits ?? session.total_credits,
  };
}

function eventName({ final }: IngestRequest, { repairFromLine }: Audited): string {
  if (repairFromLine !== null) return "session_repair";
  return final ? "session_final" : "session_push";
}

function replyOf(
  session: SessionRow,
  { ingested, skipped, replaced, errors }: Omit<StoredBatch, "session" | "activity">,
  { ok, serverHash, repairFromLine }: Audited,
): IngestReply {
  return {
    ingested,
    skipped,
    replaced,
    errors,
    ...describeCheckpoint(session),
    integrity_ok: ok,
    server_hash: serverHash,
    repair_from_line: repairFromLine,
  };
}
