import { reasonOf } from "../errors.js";
import type { HeldLock } from "../process-lock.js";
import { adopt, askCheckpoint, deliverSession, type DeliverDeps, type Delivery } from "./deliver-session.js";
import type { Destination } from "./destination.js";
import { finalizeSession } from "./finalize-session.js";
import { sizeOf } from "./follow-source.js";
import { isEvents, type Outbox } from "./outbox.js";
import type { IngestClient } from "./ingest-client.js";
import { createPatience, type Patience } from "./patience.js";
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

const placeName = ({ server, user }: Destination): string => `${server} ${user}`;
const sendingName = ({ id }: SessionState): string => `sending ${id}`;

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
    const sending = sendingName(state);
    if ([place, sending, state.id].some(patience.mustWait)) return;
    const delivery = await advance(deliver, deps, state, now());
    // The sender that took over records the reason: what this one knows is older.
    if (!lock.isOurs()) return;
    patience.succeeded(state.id);
    if (delivery?.kind === "later") {
      // The server may be down, or fail for this session only, so the next attempt is another session's.
      return noteWait(outbox, state, delivery.reason, Math.max(patience.failed(place), patience.failed(sending)));
    }
    if (delivery !== undefined) patience.succeeded(place);
    patience.succeeded(sending);
    noteWait(outbox, state);
  };
  const noteFailure = (state: SessionState, error: unknown): void => {
    if (!lock.isOurs()) return;
    const until = patience.failed(state.id);
    try {
      noteWait(outbox, state, reasonOf(error), until);
    } catch {
      // The disk is full, so the reason cannot be saved either. It is included in the next save.
    }
  };

  return async () => {
    // Sessions of another account are left unread until it signs in here again.
    const ours = outbox.states.all().filter((state) => isWaiting(deps, state) && ingest.canReach(state.key));
    for (const step of [look, advanceOne]) {
      for (const state of inOrder(deps, patience, ours)) {
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

/** Saved for users: `tack doctor` shows why a session is pending. */
function noteWait(outbox: Outbox, state: SessionState, reason?: string, until = 0): void {
  if (reason === undefined && state.wait === undefined) return;
  if (reason === undefined) delete state.wait;
  else state.wait = { reason, until: Math.round(until) };
  outbox.states.save(state);
}

const isWaiting = ({ outbox }: SenderDeps, state: SessionState): boolean =>
  state.quarantine === undefined && ((state.open && !isEvents(state)) || outbox.pending(state).length > 0);

/** Those that failed least often, and of them the oldest: a session that fails each time must not block the others. */
function inOrder(deps: SenderDeps, patience: Patience, states: readonly SessionState[]): SessionState[] {
  const failures = (state: SessionState): number => patience.failuresOf(sendingName(state));
  return oldestFirst(deps, states).toSorted((a, b) => failures(a) - failures(b));
}

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
