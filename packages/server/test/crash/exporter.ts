// An exporter that replays from its checkpoint, whatever happens to the service in between.
import { setTimeout as sleep } from "node:timers/promises";
import { answer, hashOf, note, prompt, toolCall, toolFailure, UNREADABLE } from "../session-lines.js";

type Reply = Record<string, unknown>;
/** Undefined when no answer came: nobody knows what became of the request. */
export type Ask = (path: string, body?: object) => Promise<Reply | undefined>;

const KINDS: readonly ((index: number) => string)[] = [
  (index) => prompt(`p${index}`),
  (index) => answer(`a${index}`, `m${Math.floor(index / 8)}`, 7),
  (index) => toolCall(`t${index}`),
  (index) => toolFailure(`t${index - 1}`),
  (index) => answer(`b${index}`, `m${Math.floor(index / 8)}`, 7),
  (index) => note(`n${index}`),
  (index) => `${UNREADABLE} ${index}`,
  (index) => answer(`c${index}`, `m${Math.floor(index / 8)}`, 7),
];
const lineAt = (index: number): string => KINDS[index % KINDS.length]?.(index) ?? "";
const lengthTo = (index: number): number => (index + 1) * 1000;

const MAX_LINES = 20;
const upTo = (most: number): number => 1 + Math.floor(Math.random() * most);

export class Exporter {
  readonly failures: string[] = [];
  readonly #id: string;
  readonly #ask: Ask;
  /** What the service has answered last, and what it must still know after a crash. */
  #acknowledged = -1;
  #highest = -1;

  constructor(id: string, ask: Ask) {
    this.#id = id;
    this.#ask = ask;
  }

  get lines(): number {
    return this.#highest + 1;
  }

  /** One step of an exporter's day; after a lost answer it starts from the checkpoint. */
  async step(): Promise<void> {
    const dice = Math.random();
    const next = this.#acknowledged + 1;
    let reply: Reply | undefined;
    if (dice < 0.02) reply = await this.#auditWrongly();
    else if (dice < 0.3) {
      // A gap that is filled afterwards.
      const gap = upTo(MAX_LINES);
      reply = await this.#send(next + gap, upTo(MAX_LINES));
      reply &&= await this.#send(next, gap);
    } else if (dice < 0.5) reply = await this.#send(Math.max(0, next - upTo(5)), upTo(MAX_LINES) + 5);
    else reply = await this.#send(next, upTo(MAX_LINES));
    if (!reply) await this.#resume();
  }

  /** Sends what is missing, and has the service say that it is all there. */
  async finish(): Promise<void> {
    await this.#resume();
    while (this.#acknowledged < this.#highest) {
      const from = this.#acknowledged + 1;
      if (!(await this.#send(from, Math.min(200, this.#highest - this.#acknowledged)))) await this.#resume();
    }
    const lines = Array.from({ length: this.lines }, (_, index) => lineAt(index));
    const claim = { total_line_count: lines.length, session_hash: hashOf(lines), hashed_line_count: lines.length };
    const audit = await this.#push({ lines: [], final: true, ...claim, total_offset: lengthTo(this.#highest) });
    if (audit?.["integrity_ok"] !== true) this.#fail("the audit failed", audit);
    await this.#compareLines(lines);
    await this.#compareSummary(lines);
  }

  async #compareLines(lines: readonly string[]): Promise<void> {
    const stored: { line: number; raw: string; end_byte: number }[] = [];
    while (stored.length <= lines.length) {
      const page = await this.#ask(`/sessions/${this.#id}/lines?limit=200&from=${(stored.at(-1)?.line ?? -1) + 1}`);
      if (!Array.isArray(page)) return this.#fail("the lines cannot be read", page);
      if (page.length === 0) break;
      stored.push(...(page as typeof stored));
    }
    const isWrong = ({ line, raw, end_byte }: (typeof stored)[number], at: number): boolean =>
      line !== at || raw !== lines[at] || end_byte !== lengthTo(at);
    const wrong = stored.filter(isWrong);
    if (stored.length !== lines.length || wrong.length > 0) {
      this.#fail(`${stored.length} lines are stored of ${lines.length}, ${wrong.length} of them wrong`, wrong[0]);
    }
  }

  async #compareSummary(lines: readonly string[]): Promise<void> {
    const ofKind = (...kinds: number[]): number =>
      lines.filter((_, index) => kinds.includes(index % KINDS.length)).length;
    const messages = new Set(
      lines.flatMap((_, index) => ([1, 4, 7].includes(index % 8) ? [Math.floor(index / 8)] : [])),
    );
    const expected = {
      line_count: lines.length,
      events: ofKind(0, 1, 2, 3, 4, 7),
      prompts: ofKind(0),
      tool_calls: ofKind(2),
      tool_failures: ofKind(3),
      unreadable_lines: ofKind(6),
      acknowledged_line: lines.length - 1,
    };
    const summary = (await this.#ask(`/sessions/${this.#id}`)) ?? {};
    for (const [name, count] of Object.entries(expected)) {
      if (summary[name] !== count) this.#fail(`${name} is ${String(summary[name])} instead of ${count}`);
    }
    const { input } = summary["tokens"] as { input?: number };
    if (input !== messages.size * 7) this.#fail(`tokens are ${String(input)} instead of ${messages.size * 7}`);
  }

  async #auditWrongly(): Promise<Reply | undefined> {
    // It rewinds the checkpoint, whether or not we live to hear of it.
    this.#acknowledged = -1;
    return this.#push({ lines: [], final: true, session_hash: hashOf(["wrong"]), hashed_line_count: this.lines });
  }

  async #send(start_offset: number, count: number): Promise<Reply | undefined> {
    const indexes = Array.from({ length: count }, (_, at) => start_offset + at);
    this.#highest = Math.max(this.#highest, start_offset + count - 1);
    return this.#push({ start_offset, lines: indexes.map(lineAt), end_byte_offsets: indexes.map(lengthTo) });
  }

  async #push(body: object): Promise<Reply | undefined> {
    const reply = await this.#ask("/ingest/session", { session_id: this.#id, ...body });
    if (reply) this.#heard(reply);
    return reply;
  }

  #heard(reply: Reply): void {
    const line = reply["acknowledged_line"];
    if (typeof line !== "number") return this.#fail("an answer without a checkpoint", reply);
    if (line < this.#acknowledged) this.#fail(`line ${this.#acknowledged} was acknowledged, now only ${line}`);
    if (reply["status"] === 409) this.#fail("refused", reply);
    this.#acknowledged = line;
  }

  async #resume(): Promise<void> {
    for (;;) {
      const checkpoint = await this.#ask(`/ingest/session/checkpoint?session_id=${this.#id}`);
      if (checkpoint) return this.#heard(checkpoint);
      await sleep(100);
    }
  }

  #fail(what: string, reply: object = {}): void {
    this.failures.push(`${this.#id}: ${what} ${JSON.stringify(reply).slice(0, 300)}`);
  }
}
