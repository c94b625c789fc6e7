import type { Checkpoint } from "./checkpoint.js";

/** What a final request says the session should be. */
export interface AuditClaim {
  /** How many lines there are. */
  readonly totalLines: number;
  /** False when only the hash names a number of lines. */
  readonly totalGiven: boolean;
  readonly totalOffset: number | null;
  readonly hash: string | null;
  readonly hashedLines: number;
}

/** What the analytical store says of the lines below `hashedLines`; nulls when it was not asked. */
export interface AuditFindings {
  readonly hash: string | null;
  readonly firstMissing: number | null;
}

export interface AuditVerdict {
  /** Null when the audit would need lines that were purged. */
  readonly ok: boolean | null;
  readonly repairFromLine: number | null;
}

/** Contract §7.1, rule 6: the smallest repair that applies. */
export function judge(checkpoint: Checkpoint, claim: AuditClaim, found: AuditFindings): AuditVerdict {
  const { acknowledgedLine, acknowledgedOffset, highestLine, purgedBelow } = checkpoint;
  const hashNeedsPurged = claim.hash !== null && purgedBelow > 0;
  const repairs = [
    acknowledgedLine + 1 < claim.totalLines ? acknowledgedLine + 1 : null,
    found.firstMissing,
    isWrongHash(claim, found) && !hashNeedsPurged ? 0 : null,
    claim.totalGiven && highestLine >= claim.totalLines ? claim.totalLines : null,
  ].filter((line) => line !== null);
  if (repairs.length > 0) return { ok: false, repairFromLine: Math.min(...repairs) };
  const endsElsewhere =
    claim.totalOffset !== null &&
    claim.totalOffset !== 0 &&
    acknowledgedOffset !== 0 &&
    claim.totalOffset !== acknowledgedOffset;
  if (endsElsewhere && acknowledgedLine >= 0) return { ok: false, repairFromLine: acknowledgedLine };
  return { ok: hashNeedsPurged ? null : true, repairFromLine: null };
}

function isWrongHash({ hash }: AuditClaim, found: AuditFindings): boolean {
  return hash !== null && found.firstMissing === null && found.hash !== hash.toLowerCase();
}
