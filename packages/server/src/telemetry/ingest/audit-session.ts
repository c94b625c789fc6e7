import type { ActivityChange } from "../core/activity.js";
import { contextAround } from "./context-around.js";
import { judge, type AuditClaim } from "../core/audit.js";
import { cutOff, rewindTo } from "../core/checkpoint.js";
import { recount } from "./recount.js";
import type { LineRange } from "../core/line-range.js";
import { checkpointOf, withCheckpoint, withSummary } from "./session-parts.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

export interface Audited {
  /** After the repair that the audit found necessary; undefined without an audit. */
  readonly session: SessionRow | undefined;
  readonly ok: boolean | null;
  readonly serverHash: string | null;
  readonly repairFromLine: number | null;
  /** How many lines that had been acknowledged are cut off. */
  readonly superseded: number;
  /** Lines that are above the highest of the session, once it is saved: then they can go. */
  readonly surplus: LineRange | null;
  /** Undefined: the audit leaves it as it is. */
  readonly activity: ActivityChange | undefined;
}

export const NOT_AUDITED: Audited = {
  session: undefined,
  ok: null,
  serverHash: null,
  repairFromLine: null,
  superseded: 0,
  surplus: null,
  activity: undefined,
};

/** Compares what is stored with what the exporter says it sent, and moves the checkpoint back to where they differ. */
export async function auditSession(
  { lines }: Pick<TelemetryDeps, "lines">,
  session: SessionRow,
  claim: AuditClaim,
  revision: number,
): Promise<Audited> {
  const checkpoint = checkpointOf(session);
  const found =
    claim.hash === null || session.purged_below > 0
      ? { hash: null, firstMissing: null }
      : await lines.audit(session.id, claim.hashedLines, session.highest_line);
  const { ok, repairFromLine } = judge(checkpoint, claim, found);

  const repaired =
    repairFromLine === null
      ? checkpoint
      : rewindTo(checkpoint, repairFromLine, await endBefore(lines, session, repairFromLine));
  const hasSurplus = claim.totalGiven && checkpoint.highestLine >= claim.totalLines;
  const surplus = hasSurplus ? { from: claim.totalLines, to: checkpoint.highestLine } : null;
  if (surplus) await lines.supersedeRange(session.id, surplus);
  const moved = withCheckpoint(session, repaired);
  const left = surplus ? await withoutSurplus(lines, moved, claim.totalLines) : { session: moved, activity: undefined };
  return {
    activity: left.activity,
    session: {
      ...left.session,
      revision: revision + 1,
      integrity_ok: ok,
      server_hash: found.hash,
      repair_from_line: repairFromLine,
      checked_at: new Date().toISOString(),
    },
    ok,
    serverHash: found.hash,
    repairFromLine,
    superseded: surplus ? Math.max(0, Math.min(surplus.to, checkpoint.acknowledgedOnce) - surplus.from + 1) : 0,
    surplus,
  };
}

async function endBefore(lines: TelemetryDeps["lines"], { id }: SessionRow, line: number): Promise<number> {
  return line > 0 ? lines.endByteOf(id, line - 1) : 0;
}

async function withoutSurplus(
  lines: TelemetryDeps["lines"],
  session: SessionRow,
  total: number,
): Promise<{ session: SessionRow; activity: ActivityChange }> {
  const { id } = session;
  const after = cutOff(checkpointOf(session), total, {
    endByte: await endBefore(lines, session, total),
    highestLine: await lines.highestIn(id, { from: 0, to: total - 1 }),
  });
  const { summary, activity } = await recount(lines, session, after);
  const cut = withSummary(withCheckpoint(session, after), summary);
  // What was counted in the lines that are gone counts again when it comes again.
  const context = await contextAround(lines, cut, [after.highestLine + 1, after.highestLine]);
  return { session: { ...cut, context }, activity };
}
