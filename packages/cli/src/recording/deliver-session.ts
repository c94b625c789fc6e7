import type { IngestRequest } from "@tackroom/contract";
import { isTimeout } from "../api/transport.js";
import { reasonOf } from "../errors.js";
import type { IngestClient } from "./ingest-client.js";
import { bodyOf, judgeAnswer, numberOf, type Verdict } from "./judge-answer.js";
import { MAX_LINES, type Batch, type Outbox } from "./outbox.js";
import { isStandIn, standIn } from "./read-lines.js";
import { reachedLine, type SessionState } from "./session-states.js";

export interface DeliverDeps {
  readonly outbox: Outbox;
  readonly ingest: IngestClient;
  /** False when another sender has taken over. */
  readonly mayGoOn: () => boolean;
}

/**
 * `later`: the server cannot accept it now. `stopped`: the session needs manual intervention, or its file is missing.
 * `superseded`: another sender has taken over, and its saved state must be kept.
 */
export type Delivery =
  | { readonly kind: "drained" }
  | { readonly kind: "superseded" }
  | { readonly kind: "later"; readonly reason: string }
  | { readonly kind: "stopped" };

/** Sends the pending lines of a session in order, starting after the server's checkpoint. */
export async function deliverSession(deps: DeliverDeps, state: SessionState): Promise<Delivery> {
  const { outbox, mayGoOn } = deps;
  let most = state.maxLines ?? Number.POSITIVE_INFINITY;
  let rewound = -1;
  while (mayGoOn()) {
    const wanted = reachedLine(state) + 1;
    const found = batchWith(outbox, state, wanted);
    if (found === undefined) {
      const ended = readAgain(outbox, state, wanted, rewound === wanted);
      if (ended) return ended;
      rewound = wanted;
      continue;
    }
    const lines = found.lines.slice(0, most);
    const verdict = await sendLines(deps, state, wanted, { lines, ends: found.ends.slice(0, most) });
    if (verdict.kind === "later") {
      if (verdict.isTooSlow) limitBatches(outbox, state, lines.length / 2);
      return verdict;
    }
    if (verdict.kind === "quarantine") {
      if (!leaveOut(outbox, state, wanted, verdict.reason)) return quarantine(outbox, state, verdict.reason);
    } else if (verdict.kind === "halve") most = Math.max(1, Math.floor(lines.length / 2));
    else if (verdict.kind === "replace") {
      state.replaced[wanted] = standIn("tackroom.refused", lines[0] ?? "");
      outbox.states.save(state);
    } else {
      const moved = adopt(outbox, state, verdict);
      const passed = passHole(outbox, state, wanted + lines.length - 1);
      if (!moved && !passed) return { kind: "later", reason: "the server acknowledged no lines" };
      most *= 2;
      if (state.maxLines !== undefined) limitBatches(outbox, state, most);
    }
  }
  return { kind: "superseded" };
}

/** A slow connection needs smaller batches, of this session and until they are fast enough. */
function limitBatches(outbox: Outbox, state: SessionState, lines: number): void {
  if (lines > MAX_LINES) delete state.maxLines;
  else state.maxLines = Math.max(1, Math.floor(lines));
  outbox.states.save(state);
}

/** After a torn record, a repair or a change of machine, the line is read from the transcript. Undefined: it is now in the outbox. */
function readAgain(outbox: Outbox, state: SessionState, wanted: number, wasRead: boolean): Delivery | undefined {
  if (state.nextLine <= wanted && outbox.pending(state).length === 0) return { kind: "drained" };
  if (wasRead || !outbox.rewind(state, wanted)) return quarantine(outbox, state, lostLine(wanted));
  if (outbox.isFull) return { kind: "later", reason: "the outbox is full" };
  outbox.collect(state);
  return undefined;
}

const lostLine = (line: number): string => `line ${line} is no longer in the outbox or the transcript`;

/** The batch that starts with the wanted line. An unreadable batch counts as missing. */
function batchWith(outbox: Outbox, state: SessionState, wanted: number): Batch | undefined {
  for (const record of outbox.pending(state)) {
    const { start, count } = record.head;
    if (start > wanted || start + count <= wanted) continue;
    const batch = outbox.read(record);
    if (!batch) continue;
    const skipped = wanted - start;
    const lines = batch.lines.map((line, at) => state.replaced[start + at] ?? line).slice(skipped);
    return { lines, ends: batch.ends.slice(skipped) };
  }
  return undefined;
}

async function sendLines(
  { ingest }: DeliverDeps,
  state: SessionState,
  first: number,
  { lines, ends }: Batch,
): Promise<Verdict> {
  const body: IngestRequest = {
    ...namesOf(state),
    lines: [...lines],
    start_offset: first,
    final: false,
    ...endOffsets(state, ends),
  };
  try {
    const standsIn = lines.length === 1 && isStandIn(lines[0] ?? "");
    return judgeAnswer(await ingest.ingest(state.key, body), { first, count: lines.length, isStandIn: standsIn });
  } catch (error) {
    return { kind: "later", reason: reasonOf(error), isTooSlow: isTimeout(error) };
  }
}

/** After a rotation, byte offsets of the file no longer match the session. */
const endOffsets = (state: SessionState, ends: readonly number[]): { end_byte_offsets?: number[] } =>
  state.baseLine === 0 ? { end_byte_offsets: [...ends] } : {};

export function namesOf(state: SessionState): Pick<IngestRequest, "session_id" | "harness" | "project" | "hook_event"> {
  const { session, harness, project } = state.key;
  return {
    session_id: session,
    harness,
    project,
    hook_event: state.hookEvent,
    ...(state.agent === undefined ? {} : { agent_id: state.agent }),
    ...(state.parent === undefined ? {} : { parent_session_id: state.parent }),
  };
}

/** The server's acknowledgment is authoritative. False: there was no progress, so there is no reason to send it again. */
export function adopt(
  outbox: Outbox,
  state: SessionState,
  { line, generation }: { readonly line: number; readonly generation: number },
): boolean {
  const moved = line > state.acknowledged || generation > state.generation;
  // Everything above the checkpoint must be sent again.
  if (generation > state.generation) delete state.past;
  state.acknowledged = line;
  state.generation = Math.max(generation, state.generation);
  outbox.states.save(state);
  outbox.prune();
  return moved;
}

const MAX_CONSECUTIVE = 3;

/** If several lines in a row are rejected, the problem is not the lines. */
const isHopeless = ({ skipped = {} }: SessionState, line: number): boolean =>
  Array.from({ length: MAX_CONSECUTIVE - 1 }, (_, at) => line - 1 - at).every((before) => before in skipped);

/**
 * A bad line must not block the following ones. The server's checkpoint stays before it, although it stores the later lines.
 * False: the error is not caused by this line.
 */
function leaveOut(outbox: Outbox, state: SessionState, line: number, reason: string): boolean {
  if (isHopeless(state, line)) return false;
  state.skipped = { ...state.skipped, [line]: reason };
  state.past = line;
  outbox.states.save(state);
  outbox.prune();
  return true;
}

/** True: lines after a skipped one have arrived. */
function passHole(outbox: Outbox, state: SessionState, last: number): boolean {
  if (state.past === undefined || last <= state.acknowledged) return false;
  state.past = last;
  outbox.states.save(state);
  outbox.prune();
  return true;
}

function quarantine(outbox: Outbox, state: SessionState, reason: string): Delivery {
  state.quarantine = reason;
  outbox.states.save(state);
  return { kind: "stopped" };
}

/** Queries the server's checkpoint. Undefined: it is unknown. */
export async function askCheckpoint(
  { ingest }: Pick<DeliverDeps, "ingest">,
  state: SessionState,
): Promise<{ line: number; generation: number } | undefined> {
  const answer = await ingest.checkpoint(state.key).catch(() => undefined);
  if (answer?.status !== 200) return undefined;
  const body = bodyOf(answer);
  const [line, generation] = [numberOf(body, "acknowledged_line"), numberOf(body, "generation")];
  return line === undefined ? undefined : { line, generation: generation ?? 0 };
}
