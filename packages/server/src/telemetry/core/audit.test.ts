import { expect, test } from "vitest";
import { judge, type AuditClaim, type AuditFindings } from "./audit.js";
import { EMPTY_CHECKPOINT, type Checkpoint } from "./checkpoint.js";

const at = (acknowledgedLine: number, more: Partial<Checkpoint> = {}): Checkpoint => ({
  ...EMPTY_CHECKPOINT,
  acknowledgedLine,
  acknowledgedOffset: (acknowledgedLine + 1) * 10,
  highestLine: acknowledgedLine,
  ...more,
});
const total = (lines: number, totalOffset: number | null = null): AuditClaim => ({
  totalLines: lines,
  totalGiven: true,
  totalOffset,
  hash: null,
  hashedLines: 0,
});
const hashed = (lines: number, hash = "aa", more: Partial<AuditClaim> = {}): AuditClaim => ({
  ...total(lines),
  hash,
  hashedLines: lines,
  ...more,
});
const UNASKED: AuditFindings = { hash: null, firstMissing: null };
const SAME: AuditFindings = { hash: "aa", firstMissing: null };

test.each<[what: string, Checkpoint, AuditClaim, AuditFindings, ok: boolean | null, repair: number | null]>([
  ["all is there", at(2), total(3), UNASKED, true, null],
  ["all is there, with the same hash", at(2), hashed(3), SAME, true, null],
  ["nothing was ever sent, nor should be", EMPTY_CHECKPOINT, total(0), UNASKED, true, null],
  ["nothing was ever sent", EMPTY_CHECKPOINT, total(3), UNASKED, false, 0],
  ["the hash is in capitals", at(2), hashed(3, "AA"), SAME, true, null],
  ["the hash is another", at(2), hashed(3, "bb"), SAME, false, 0],
  ["the end is not acknowledged", at(2), total(5), UNASKED, false, 3],
  ["a line is missing: the hash says nothing more", at(4), hashed(5, "bb"), { hash: "cc", firstMissing: 1 }, false, 1],
  ["unconfirmed lines are stored, but have to be sent again", at(1, { highestLine: 4 }), hashed(5), SAME, false, 2],
  ["more is stored than there should be", at(4), total(3), UNASKED, false, 3],
  ["more is stored above the checkpoint", at(2, { highestLine: 9 }), total(3), UNASKED, false, 3],
  [
    "more is stored than the hash covers, of no known total",
    at(4),
    hashed(3, "aa", { totalGiven: false }),
    SAME,
    true,
    null,
  ],
  ["more is stored, and the hash is another", at(4), hashed(3, "bb"), SAME, false, 0],
  ["the file ends elsewhere", at(2), total(3, 31), UNASKED, false, 2],
  ["the file ends where it should", at(2), total(3, 30), UNASKED, true, null],
  ["where the file ends is not said", at(2), total(3, 0), UNASKED, true, null],
  ["where the line ends is not known", at(2, { acknowledgedOffset: 0 }), total(3, 31), UNASKED, true, null],
  ["something else is wrong: where the file ends does not matter", at(2), total(5, 31), UNASKED, false, 3],
  ["lines that the hash needs are purged", at(2, { purgedBelow: 1 }), hashed(3, "bb"), UNASKED, null, null],
  ["lines are purged, but only the number is claimed", at(2, { purgedBelow: 1 }), total(3), UNASKED, true, null],
  ["lines are purged and others missing", at(2, { purgedBelow: 1 }), hashed(5, "bb"), UNASKED, false, 3],
])("%s", (_what, ...[checkpoint, claim, found, ok, repairFromLine]) => {
  expect(judge(checkpoint, claim, found)).toEqual({ ok, repairFromLine });
});
