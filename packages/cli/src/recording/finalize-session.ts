import { createHash } from "node:crypto";
import type { IngestRequest } from "@tackroom/contract";
import { reasonOf } from "../errors.js";
import { adopt, askCheckpoint, namesOf, type DeliverDeps, type Delivery } from "./deliver-session.js";
import { sizeOf } from "./follow-source.js";
import { bodyOf, judgeAnswer, numberOf } from "./judge-answer.js";
import { readLines, sha256 } from "./read-lines.js";
import { tellSkipped, type SessionState } from "./session-states.js";

/** A repair replays once. Should the second audit fail too, sending it all a third time would not mend it. */
const MAX_REPAIRS = 1;

type Claim = Pick<IngestRequest, "total_line_count" | "session_hash" | "total_offset">;

/** Of the file as it is now, stand-ins in the place of what the server refused. */
function claimOf(state: SessionState): Claim | undefined {
  if (!sizeOf(state.path)) return undefined;
  // An audit would find the lines that were left out, and nothing could be done about them.
  if (state.skipped !== undefined) return {};
  // Of a rotated file the first part is not here to be hashed.
  if (state.baseLine > 0) return { total_line_count: state.nextLine };
  const hash = createHash("sha256");
  let count = 0;
  let end = 0;
  for (const line of readLines(state.path, 0, true)) {
    // What was written in this very moment has not been sent.
    if (count === state.nextLine) break;
    hash.update(`${sha256(state.replaced[count] ?? line.text)}\n`);
    count += 1;
    end = line.end;
  }
  return count === 0 ? undefined : { total_line_count: count, session_hash: hash.digest("hex"), total_offset: end };
}

/**
 * Has the server compare a session that is drained with its file. What it misses, or has otherwise, is sent once more;
 * `drained` then means that there is again something to send, unless the session is no longer open.
 */
export async function finalizeSession(deps: DeliverDeps, state: SessionState): Promise<Delivery> {
  const { outbox, ingest } = deps;
  const sizeThen = sizeOf(state.path)?.size;
  const claim = claimOf(state);
  if (!claim) {
    // A file that is gone says nothing about the session: claiming "no lines" would set aside all that is stored.
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
  // What came meanwhile is sent and audited next.
  if (repairFrom === undefined && sizeOf(state.path)?.size !== sizeThen) state.repairs = 0;
  else if (repairFrom === undefined) close(deps, state, tellSkipped(state));
  else if (state.repairs >= MAX_REPAIRS)
    close(deps, state, `the server and the transcript differ starting at line ${repairFrom}`);
  else {
    // What is behind the server's checkpoint now is sent again with the next round, and audited once more.
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
