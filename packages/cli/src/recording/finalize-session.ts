import { createHash } from "node:crypto";
import type { IngestRequest } from "@tackroom/contract";
import { reasonOf } from "../errors.js";
import { adopt, askCheckpoint, namesOf, type DeliverDeps, type Delivery } from "./deliver-session.js";
import { sizeOf } from "./follow-source.js";
import { bodyOf, judgeAnswer, numberOf } from "./judge-answer.js";
import { readLines, sha256 } from "./read-lines.js";
import { describeSkipped, type SessionState } from "./session-states.js";

/** A repair is attempted once. If the second audit fails too, sending everything a third time would not help. */
const MAX_REPAIRS = 1;

type Claim = Pick<IngestRequest, "total_line_count" | "session_hash" | "total_offset">;

/** The hash of the current file, with placeholders for rejected lines. */
function claimOf(state: SessionState): Claim | undefined {
  if (!sizeOf(state.path)) return undefined;
  // An audit would report the skipped lines, which cannot be fixed.
  if (state.skipped !== undefined) return {};
  // The first part of a rotated file is no longer available for hashing.
  if (state.baseLine > 0) return { total_line_count: state.nextLine };
  const hash = createHash("sha256");
  let count = 0;
  let end = 0;
  for (const line of readLines(state.path, 0, true)) {
    // Lines written at this very moment have not been sent yet.
    if (count === state.nextLine) break;
    hash.update(`${sha256(state.replaced[count] ?? line.text)}\n`);
    count += 1;
    end = line.end;
  }
  return count === 0 ? undefined : { total_line_count: count, session_hash: hash.digest("hex"), total_offset: end };
}

/**
 * Has the server compare a fully sent session with its file. Missing or different lines are sent once more; `drained` then
 * means that there are lines to send again, unless the session is closed.
 */
export async function finalizeSession(deps: DeliverDeps, state: SessionState): Promise<Delivery> {
  const { outbox, ingest } = deps;
  const sizeThen = sizeOf(state.path)?.size;
  const claim = claimOf(state);
  if (!claim) {
    // A missing file says nothing about the session: reporting zero lines would discard everything stored.
    close(deps, state);
    return { kind: "drained" };
  }
  const checkpoint = await askCheckpoint(deps, state);
  if (!checkpoint) return { kind: "later", reason: "the server did not return a checkpoint" };
  const knew = state.acknowledged;
  adopt(outbox, state, checkpoint);
  if (checkpoint.line < knew) return { kind: "drained" };

  const hashed = claim.session_hash === undefined ? {} : { hashed_line_count: claim.total_line_count };
  const body = { ...namesOf(state), lines: [], start_offset: state.nextLine, final: true, ...claim, ...hashed };
  let answer;
  try {
    answer = await ingest.ingest(state.key, body);
  } catch (error) {
    return { kind: "later", reason: reasonOf(error) };
  }
  const verdict = judgeAnswer(answer, { first: 0, count: 0, isStandIn: false });
  if (verdict.kind === "later") return verdict;
  if (verdict.kind !== "acknowledged") {
    close(deps, state, `the final audit was rejected (HTTP ${answer.status})`);
    return { kind: "stopped" };
  }
  adopt(outbox, state, verdict);
  const reply = bodyOf(answer);
  const repairFrom = numberOf(reply, "repair_from_line");
  // New lines are sent and audited next.
  if (repairFrom === undefined && sizeOf(state.path)?.size !== sizeThen) state.repairs = 0;
  else if (repairFrom === undefined) close(deps, state, describeSkipped(state));
  else if (state.repairs >= MAX_REPAIRS)
    close(deps, state, `the server and the transcript differ starting at line ${repairFrom}`);
  else {
    // Lines after the server's checkpoint are sent again in the next round, and audited once more.
    state.repairs += 1;
    outbox.states.save(state);
  }
  return { kind: "drained" };
}

function close({ outbox }: DeliverDeps, state: SessionState, integrity?: string): void {
  Object.assign(state, { open: false, ends: false, repairs: 0 });
  if (integrity === undefined) delete state.integrity;
  else state.integrity = integrity;
  outbox.states.save(state);
}
