import { MAX_LINE_BYTES, type FieldError, type IngestRequest } from "@tackroom/contract";
import { fieldErrors } from "../../platform/service-error.js";
import type { AuditClaim } from "../core/audit.js";
import type { Batch } from "../core/plan-batch.js";

/** What the schema cannot say of a request. */
export function checkIngest(request: IngestRequest): { batch: Batch; claim: AuditClaim | null } {
  const errors = [...lineErrors(request), ...offsetErrors(request), ...claimErrors(request)];
  if (errors.length > 0) throw fieldErrors(errors);
  const { start_offset, lines, end_byte_offsets } = request;
  return {
    // Invalid Unicode cannot be stored unchanged, so it would not compare equal when it is sent again.
    batch: { start: start_offset, lines: lines.map((line) => line.toWellFormed()), endBytes: end_byte_offsets ?? null },
    claim: claimOf(request),
  };
}

function* lineErrors({ lines }: IngestRequest): Generator<FieldError> {
  for (const [at, line] of lines.entries()) {
    // No character takes more than three bytes for each of its UTF-16 units: most lines need no counting.
    if (line.length * 3 <= MAX_LINE_BYTES || Buffer.byteLength(line) <= MAX_LINE_BYTES) continue;
    yield { path: `body.lines[${at}]`, message: `must not be longer than ${MAX_LINE_BYTES} bytes` };
  }
}

function* offsetErrors({ lines, end_byte_offsets: offsets }: IngestRequest): Generator<FieldError> {
  if (!offsets) return;
  if (offsets.length !== lines.length) {
    yield { path: "body.end_byte_offsets", message: `must have one entry for each of the ${lines.length} lines` };
  }
  const back = offsets.findIndex((offset, at) => at > 0 && offset < (offsets[at - 1] ?? 0));
  if (back > 0)
    yield { path: `body.end_byte_offsets[${back}]`, message: "must not be smaller than the previous offset" };
}

function* claimErrors(request: IngestRequest): Generator<FieldError> {
  const { final, session_hash, hashed_line_count, total_line_count } = request;
  if (!final || session_hash === undefined) return;
  if (hashed_line_count === undefined) {
    yield { path: "body.hashed_line_count", message: "is required with session_hash: the number of lines it covers" };
  } else if (total_line_count !== undefined && hashed_line_count > total_line_count) {
    yield { path: "body.hashed_line_count", message: "must not be larger than total_line_count" };
  }
}

/** Null when the request asks for no audit. */
function claimOf(request: IngestRequest): AuditClaim | null {
  const { final, session_hash, hashed_line_count = 0, total_line_count, total_offset } = request;
  if (!final || (total_line_count === undefined && session_hash === undefined)) return null;
  return {
    totalLines: total_line_count ?? hashed_line_count,
    totalGiven: total_line_count !== undefined,
    totalOffset: total_offset ?? null,
    hash: session_hash ?? null,
    hashedLines: session_hash === undefined ? 0 : hashed_line_count,
  };
}
