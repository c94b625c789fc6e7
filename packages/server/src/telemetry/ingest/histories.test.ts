import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { histories } from "../../../test/session-histories.js";
import { hashOf } from "../../../test/session-lines.js";
import { SessionModel, type Claim, type ModelRequest } from "../../../test/session-model.js";
import { judge, type AuditFindings, type AuditVerdict } from "../core/audit.js";
import { cutOff, EMPTY_CHECKPOINT, rewindTo, type Checkpoint } from "../core/checkpoint.js";
import { confirmBatch, linesToLookUp, planBatch, type StoredLine } from "../core/plan-batch.js";

/** `CORE_HISTORIES=1000000` for a night. */
const HISTORIES = Number(process.env["CORE_HISTORIES"] ?? 3000);

/** The pure rules of ingest over a map of lines: the same steps as `ingestSession`, without stores. */
class CoreSession {
  #checkpoint: Checkpoint = EMPTY_CHECKPOINT;
  readonly #lines = new Map<number, StoredLine>();

  request({ start, lines, endBytes, claim }: ModelRequest): object {
    const batch = { start, lines: lines.map(({ raw }) => raw), endBytes };
    const { from, to } = linesToLookUp(this.#checkpoint, batch) ?? { from: 0, to: -1 };
    const stored = new Map([...this.#lines].filter(([line]) => line >= from && line <= to));
    const { fates, conflicts } = planBatch(this.#checkpoint, batch, stored);
    if (conflicts.length > 0) return { status: 409, offsets: conflicts, ...this.#position() };
    for (const [at, fate] of fates.entries()) {
      const line = start + at;
      const endByte = endBytes?.[at] ?? null;
      if (fate !== "same") this.#lines.set(line, { line, raw: batch.lines[at] ?? "", endByte });
    }
    this.#checkpoint = confirmBatch(this.#checkpoint, batch, stored);
    const replaced = fates.filter((fate) => fate === "replaced").length;
    const { ok, repairFromLine, hash } = claim ? this.#audit(claim) : { ok: null, repairFromLine: null, hash: null };
    return {
      status: 200,
      replaced,
      ...this.#position(),
      generation: this.#checkpoint.generation,
      integrity_ok: ok,
      server_hash: hash,
      repair_from_line: repairFromLine,
    };
  }

  #position(): object {
    const { acknowledgedLine, acknowledgedOffset } = this.#checkpoint;
    return { acknowledged_line: acknowledgedLine, acknowledged_offset: acknowledgedOffset };
  }

  #audit({ total, totalOffset, hash, hashed = 0 }: Claim): AuditVerdict & { readonly hash: string | null } {
    const found = hash === undefined ? { hash: null, firstMissing: null } : this.#find(hashed);
    const claim = {
      totalLines: total ?? hashed,
      totalGiven: total !== undefined,
      totalOffset: totalOffset ?? null,
      hash: hash ?? null,
      hashedLines: hash === undefined ? 0 : hashed,
    };
    const verdict = judge(this.#checkpoint, claim, found);
    const { highestLine } = this.#checkpoint;
    if (verdict.repairFromLine !== null) {
      const before = this.#endOf(verdict.repairFromLine - 1);
      this.#checkpoint = rewindTo(this.#checkpoint, verdict.repairFromLine, before);
    }
    if (total !== undefined && highestLine >= total) this.#cutOff(total);
    return { ...verdict, hash: found.hash };
  }

  #find(count: number): AuditFindings {
    const expected = Array.from({ length: count }, (_, line) => this.#lines.get(line));
    const missing = expected.indexOf(undefined);
    return {
      hash: hashOf(expected.flatMap((line) => line?.raw ?? [])),
      firstMissing: missing === -1 ? null : missing,
    };
  }

  #cutOff(total: number): void {
    for (const line of this.#lines.keys()) if (line >= total) this.#lines.delete(line);
    const highestLine = Math.max(-1, ...this.#lines.keys());
    this.#checkpoint = cutOff(this.#checkpoint, total, { endByte: this.#endOf(total - 1), highestLine });
  }

  #endOf(line: number): number {
    return this.#lines.get(line)?.endByte ?? 0;
  }
}

describe("the rules of ingest, without stores", () => {
  test(`do what the contract says in ${HISTORIES} histories`, { timeout: 60_000 + HISTORIES * 20 }, () => {
    fc.assert(
      fc.property(histories, (history) => {
        const [model, session] = [new SessionModel(), new CoreSession()];
        for (const request of history) {
          const answered = session.request(request);
          expect(model.request(request)).toMatchObject(answered);
        }
      }),
      { numRuns: HISTORIES },
    );
  });
});
