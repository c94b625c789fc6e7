import fc from "fast-check";
import { answer, hashOf, note, prompt, promptAt, title, toolCall, toolFailure, UNREADABLE } from "./session-lines.js";
import type { Claim, ModelLine, ModelRequest } from "./session-model.js";

const MAX_SOURCE_LENGTH = 12;
const MAX_REQUESTS = 8;

/** Lines of every sort; another `version` of one is another content at its place. */
const KINDS: readonly ((index: number, version: number) => ModelLine)[] = [
  (index, version) => ({
    raw: prompt(`${index} ${version}`),
    outcome: "ingested",
    prompts: 1,
    names: { prompt: `${index} ${version}` },
  }),
  (index, version) => {
    const [text, cwd, branch] = [`Look ${index}`, `/w/shop-${index}-${version}`, `fix-${index}-${version}`];
    const names = { prompt: text, cwd, branch };
    return { raw: promptAt(text, { cwd, gitBranch: branch }), outcome: "ingested", prompts: 1, names };
  },
  (index, version) => ({
    raw: title(`Title ${index} ${version}`),
    outcome: "skipped",
    names: { title: `Title ${index} ${version}` },
  }),
  (index, version) => ({ raw: toolCall(`t${index}-${version}`), outcome: "ingested", toolCalls: 1 }),
  (index, version) => ({ raw: toolFailure(`r${index}-${version}`), outcome: "ingested", toolFailures: 1 }),
  (index, version) => ({ raw: note(`${index} ${version}`), outcome: "skipped" }),
  (index, version) => ({ raw: `${UNREADABLE} ${index} ${version}`, outcome: "errors" }),
  (index, version) => ({ raw: JSON.stringify({ type: "odd", text: `${index} ${version}` }), outcome: "ingested" }),
  ...[1, 2, 3].map((message) => (index: number, version: number): ModelLine => {
    const tokens = 10 ** message;
    return {
      raw: answer(`${index} ${version}`, `m${message}`, tokens),
      outcome: "ingested",
      message: { id: `m${message}`, tokens },
    };
  }),
];

type Requests = readonly ModelRequest[];

/** What an exporter might do to one session, sane or not: batches in any order, again, changed; audits, right and wrong. */
export const histories: fc.Arbitrary<Requests> = fc
  .array(fc.nat(KINDS.length - 1), { minLength: 1, maxLength: MAX_SOURCE_LENGTH })
  .chain((kinds) => fc.array(requestOf(kinds), { minLength: 1, maxLength: MAX_REQUESTS }));

function requestOf(kinds: readonly number[]): fc.Arbitrary<ModelRequest> {
  const lineAt = (index: number, version: number): ModelLine | undefined => KINDS[kinds[index] ?? -1]?.(index, version);
  const batch = fc
    .record({
      start: fc.nat(kinds.length - 1),
      count: fc.integer({ min: 0, max: 6 }),
      // Mostly what the source says.
      versions: fc.array(fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 2), { minLength: 6, maxLength: 6 }),
      ends: fc.constantFrom<number | null>(null, 10, 10, 11),
    })
    .map(({ start, count, versions, ends }) => {
      const lines = versions.slice(0, count).flatMap((version, at) => lineAt(start + at, version) ?? []);
      return { start, lines, endBytes: ends === null ? null : lines.map((_, at) => ends * (start + at + 1)) };
    });
  return fc.record({ batch, claim: fc.option(claimOf(kinds, lineAt), { freq: 2 }) }).map(({ batch: sent, claim }) => ({
    ...sent,
    // A final request mostly comes alone.
    lines: claim && sent.start % 2 === 0 ? [] : sent.lines,
    endBytes: claim && sent.start % 2 === 0 ? null : sent.endBytes,
    claim,
  }));
}

function claimOf(
  kinds: readonly number[],
  lineAt: (index: number, version: number) => ModelLine | undefined,
): fc.Arbitrary<Claim> {
  return fc
    .record({
      total: fc.oneof(fc.constant(kinds.length), fc.constant(undefined), fc.nat(kinds.length + 1)),
      hashed: fc.oneof(fc.constant(kinds.length), fc.nat(kinds.length + 1)),
      hash: fc.constantFrom("right", "right", "wrong", "none"),
      totalOffset: fc.constantFrom(undefined, undefined, 0, 10 * kinds.length, 7),
    })
    .map(({ total, hashed, hash, totalOffset }) => {
      if (hash === "none") return { total: total ?? kinds.length, totalOffset };
      const count = Math.min(hashed, total ?? hashed);
      const lines = Array.from({ length: count }, (_, index) => lineAt(index, 1)?.raw ?? "");
      return { total, totalOffset, hashed: count, hash: hash === "right" ? hashOf(lines) : hashOf(["wrong"]) };
    });
}
