import { reasonOf } from "../errors.js";
import type { HeldLock } from "../process-lock.js";
import { adopt, askCheckpoint, deliverSession, type DeliverDeps, type Delivery } from "./deliver-session.js";
import type { Destination } from "./destination.js";
import { finalizeSession } from "./finalize-session.js";
import { sizeOf } from "./follow-source.js";
import { isEvents, type Outbox } from "./outbox.js";
import type { IngestClient } from "./ingest-client.js";
import type { SenderTimes } from "./sender-times.js";
import type { SessionState } from "./session-states.js";
import type { Exporter } from "./stores/export-sessions.js";

export interface SenderDeps {
  readonly outbox: Outbox;
  readonly ingest: IngestClient;
  readonly lock: HeldLock;
  readonly times: SenderTimes;
  readonly exporter: Exporter;
}

/** When to retry: for an unreachable server, or for a session whose file cannot be read. */
function createPatience({ firstWaitMs, maxWaitMs }: SenderTimes, now: () => number) {
  const waits = new Map<string, { failures: number; until: number }>();
  return {
    mustWait: (what: string): boolean => (waits.get(what)?.until ?? 0) > now(),
    succeeded: (what: string): void => void waits.delete(what),
    /** Returns the time of the next retry. */
    failed(what: string): number {
      const failures = (waits.get(what)?.failures ?? 0) + 1;
      const wait = Math.min(firstWaitMs * 2 ** (failures - 1), maxWaitMs);
      // Adds jitter, so that clients of the same server do not reconnect in the same second.
      const until = now() + wait * (0.5 + Math.random() / 2);
      waits.set(what, { failures, until });
      return until;
    },
  };
}

const placeName = ({ server, user }: Destination): string => `${server} ${user}`;

/** One pass over everything pending. True: there is more to do or to wait for. */
export function createRounds(deps: SenderDeps, now: () => number = Date.now): () => Promise<boolean> {
  const { outbox, ingest, lock, times, exporter } = deps;
  const deliver: DeliverDeps = { outbox, ingest, mayGoOn: () => lock.isOurs() };
  const patience = createPatience(times, now);
  const seen = new Map<string, string>();

  const look = async (state: SessionState): Promise<void> => {
    // Until the server has been asked, the start position is unknown.
    if (!state.asked || outbox.isFull || patience.mustWait(state.id)) return;
    if (exporter.isExport(state.path)) exporter.follow(state.key.harness, state.key.session);
    const found = sizeOf(state.path);
    const looks = `${found?.size} ${found?.changedAt} ${state.path}`;
    if (seen.get(state.id) === looks) return;
    if (outbox.collect(state)) state.lastGrowthAt = now();
    if (!outbox.isFull) seen.set(state.id, looks);
  };
  const advanceOne = async (state: SessionState): Promise<void> => {
    const place = placeName(state.key);
    if (patience.mustWait(place) || patience.mustWait(state.id)) return;
    const delivery = await advance(deliver, deps, state, now());
    // The sender that took over records the reason: what this one knows is older.
    if (!lock.isOurs()) return;
    if (delivery?.kind === "later") noteWait(state, delivery.reason, patience.failed(place));
    else if (delivery !== undefined) patience.succeeded(place);
    if (delivery?.kind !== "later") noteWait(state);
    patience.succeeded(state.id);
  };
  // Saved for users: `tack doctor` shows why a session is pending.
  const noteWait = (state: SessionState, reason?: string, until = 0): void => {
    if (reason === undefined && state.wait === undefined) return;
    if (reason === undefined) delete state.wait;
    else state.wait = { reason, until: Math.round(until) };
    outbox.states.save(state);
  };
  const noteFailure = (state: SessionState, error: unknown): void => {
    if (!lock.isOurs()) return;
    const until = patience.failed(state.id);
    try {
      noteWait(state, reasonOf(error), until);
    } catch {
      // The disk is full, so the reason cannot be saved either. It is included in the next save.
    }
  };

  return async () => {
    // Sessions of another account are left unread until it signs in here again.
    const ours = outbox.states.all().filter((state) => isWaiting(deps, state) && ingest.canReach(state.key));
    for (const step of [look, advanceOne]) {
      for (const state of oldestFirst(deps, ours)) {
        try {
          await step(state);
        } catch (error) {
          // A full disk or an unreadable file must not block the other sessions.
          noteFailure(state, error);
        }
      }
    }
    return ours.some((state) => isWaiting(deps, state));
  };
}

const isWaiting = ({ outbox }: SenderDeps, state: SessionState): boolean =>
  state.quarantine === undefined && ((state.open && !isEvents(state)) || outbox.pending(state).length > 0);

function oldestFirst({ outbox }: SenderDeps, states: readonly SessionState[]): SessionState[] {
  const age = new Map(
    states.map((state) => [state.id, outbox.pending(state)[0]?.number ?? Number.POSITIVE_INFINITY] as const),
  );
  return states.toSorted((a, b) => (age.get(a.id) ?? 0) - (age.get(b.id) ?? 0));
}

/** Undefined: there was nothing to ask the server. */
async function advance(
  deliver: DeliverDeps,
  deps: SenderDeps,
  state: SessionState,
  now: number,
): Promise<Delivery | undefined> {
  if (isEvents(state)) return sendEvents(deliver, state);
  if (!state.asked) await begin(deliver, state);
  const before = deps.outbox.pending(state).length;
  if (before > 0 || state.nextLine > state.acknowledged + 1) {
    const delivery = await deliverSession(deliver, state);
    if (delivery.kind !== "drained") return delivery;
  }
  if (!state.open || !isComplete(deps, state, now)) return before > 0 ? { kind: "drained" } : undefined;
  // The file is stable, so a last line without a newline is complete.
  if (deps.outbox.collect(state, true)) return { kind: "drained" };
  return finalizeSession(deliver, state);
}

/** A session that is new here may already exist on the server: stored lines are not sent again. Offline, it starts with the first line. */
async function begin(deliver: DeliverDeps, state: SessionState): Promise<void> {
  const checkpoint = await askCheckpoint(deliver, state);
  if (checkpoint) {
    adopt(deliver.outbox, state, checkpoint);
    if (!deliver.outbox.rewind(state, checkpoint.line + 1)) deliver.outbox.rewind(state, 0);
  }
  state.asked = true;
  deliver.outbox.collect(state);
  deliver.outbox.states.save(state);
}

function isComplete({ times }: SenderDeps, state: SessionState, now: number): boolean {
  const changedAt = sizeOf(state.path)?.changedAt ?? 0;
  const quietFor = now - Math.max(changedAt, state.lastGrowthAt);
  if (state.ends) return quietFor > times.stableMs && now - state.lastEventAt > times.stableMs;
  return quietFor > times.idleMs && now - state.lastEventAt > times.idleMs;
}

async function sendEvents({ outbox, ingest }: DeliverDeps, state: SessionState): Promise<Delivery> {
  for (const record of outbox.pending(state)) {
    const event = outbox.readEvent(record);
    if (event !== undefined) {
      const status = await ingest.hookEvent(state.key, event).then(
        (answer) => answer.status,
        (error: unknown) => reasonOf(error),
      );
      // A rejection of the event itself is permanent, and no later line depends on it.
      const isOver = typeof status === "number" && (status < 300 || [400, 413, 415, 422].includes(status));
      if (!isOver) return { kind: "later", reason: String(status) };
    }
    adopt(outbox, state, { line: record.number, generation: 0 });
  }
  return { kind: "drained" };
}
