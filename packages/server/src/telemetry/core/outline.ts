import { startOf } from "@tackroom/contract/shorten";
import type { SessionOutline, StepKind } from "@tackroom/contract";
import { OutlineCosts } from "./outline-costs.js";
import { filesOf, OutlineSteps, type StepPlace } from "./outline-steps.js";
import { costOf, type PriceOf } from "./prices.js";
import type { ShownEvent } from "./show-events.js";
import { sumUsage, tokensOf, type Usage, type UsageEntry } from "./summary.js";

/** A line with what it shows and has used. */
export interface OutlineLine {
  readonly line: number;
  readonly events: readonly ShownEvent[];
  readonly usage: UsageEntry | null;
  /** The request that the usage is of. */
  readonly usageKey: string;
}

export interface OutlineOptions {
  /** How many events the session has. */
  readonly total: number;
  /** The harness tells of a request's usage before what it answered. */
  readonly comesFirst: boolean;
  readonly priceOf: PriceOf;
}

const MAX_SLICES = 240;
const MAX_TURNS = 500;
const MAX_GAPS = 100;
const MAX_TEXT_LENGTH = 200;
/** Nobody was there: it does not count as time that the session took. */
const GAP_MS = 5 * 60_000;

type Counts = Partial<Record<StepKind, number>>;

interface Turn extends StepPlace {
  readonly text: string | null;
  readonly startedAt: string | null;
  durationMs: number;
  steps: number;
  toolCalls: number;
  failures: number;
  usage: Usage;
}

interface Slice {
  readonly t: string | null;
  readonly offset: number;
  readonly kinds: Counts;
  failed: number;
  usage: Usage;
}

/**
 * The outline of a session, from its lines in order. What a line has used belongs to the turn of its first event; what
 * one without events has used, to that of the event beside it, as where events are listed. So the turns add up to the session.
 */
export class Outline {
  readonly #options: OutlineOptions;
  readonly #slices: number;
  readonly #steps = new OutlineSteps();
  readonly #costs = new OutlineCosts();
  readonly #turns: Turn[] = [];
  readonly #strip: Slice[] = [];
  readonly #gaps: SessionOutline["gaps"] = [];
  readonly #kinds: Counts = {};
  #events = 0;
  #failures = 0;
  #last: { line: number; ms: number } | undefined;
  #waiting: UsageEntry[] = [];

  constructor(options: OutlineOptions) {
    this.#options = options;
    this.#slices = Math.min(MAX_SLICES, options.total);
  }

  add({ line, events, usage, usageKey }: OutlineLine): void {
    const isBefore = this.#options.comesFirst || this.#events === 0;
    if (usage && (events.length > 0 || isBefore)) this.#costs.usedByNext(usage, usageKey);
    else if (usage) this.#costs.usedByPrevious(usage);
    for (const [at, event] of events.entries()) {
      this.#event(event, line);
      if (at > 0) continue;
      this.#spend([...this.#waiting, ...(usage ? [usage] : [])]);
      this.#waiting = [];
    }
    if (usage === null || events.length > 0) return;
    if (isBefore) this.#waiting.push(usage);
    else this.#spend([usage]);
  }

  done(): SessionOutline {
    if (this.#waiting.length > 0) {
      if (this.#turns.length === 0) this.#begin(null, { line: 0, offset: 0 }, null);
      this.#spend(this.#waiting);
    }
    const { priceOf } = this.#options;
    const usage = sumUsage(this.#turns.flatMap((turn) => turn.usage));
    const sum = (pick: (turn: Turn) => number): number => this.#turns.reduce((total, turn) => total + pick(turn), 0);
    const { files, totals } = filesOf(this.#steps);
    return {
      turns: this.#turns.map((turn) => showTurn(turn, priceOf)),
      failures: this.#steps.failures,
      files,
      cost_by_tool: this.#costs.done(priceOf),
      gaps: this.#gaps,
      strip: this.#strip.map(({ usage: spent, ...slice }) => ({ ...slice, cost_usd: costOf(spent, priceOf).usd })),
      totals: {
        ...totals,
        events: this.#events,
        steps: sum(({ steps }) => steps),
        kinds: this.#kinds,
        prompts: this.#kinds.prompt ?? 0,
        tool_calls: sum(({ toolCalls }) => toolCalls),
        failures: this.#failures,
        active_ms: sum(({ durationMs }) => durationMs),
        cost_usd: costOf(usage, priceOf).usd,
        tokens: tokensOf(usage),
      },
    };
  }

  #event(event: ShownEvent, line: number): void {
    const place = { line, offset: this.#events };
    this.#pass(event.timestamp, place);
    const isPrompt = event.kind === "user" && this.#turns.length < MAX_TURNS;
    if (isPrompt || this.#turns.length === 0) this.#begin(isPrompt ? event.text : null, place, event.timestamp);
    const { kind, isFailure } = this.#steps.read(event, place);
    this.#costs.event(event);
    this.#count(this.#sliceAt(event.timestamp), kind, { isFailure, isCall: event.kind === "tool_call" });
    this.#events += 1;
  }

  #count(slice: Slice, kind: StepKind | null, { isFailure, isCall }: { isFailure: boolean; isCall: boolean }): void {
    const turn = this.#turns.at(-1) as Turn;
    if (kind !== null) {
      turn.steps += kind === "prompt" ? 0 : 1;
      slice.kinds[kind] = (slice.kinds[kind] ?? 0) + 1;
      this.#kinds[kind] = (this.#kinds[kind] ?? 0) + 1;
    }
    if (isCall) turn.toolCalls += 1;
    if (!isFailure) return;
    turn.failures += 1;
    slice.failed += 1;
    this.#failures += 1;
  }

  /** The time since the last event, which was the last turn's. */
  #pass(timestamp: string | null, { line, offset }: StepPlace): void {
    if (timestamp === null) return;
    const [ms, last, turn] = [Date.parse(timestamp), this.#last, this.#turns.at(-1)];
    const passed = last ? ms - last.ms : 0;
    if (last && passed > GAP_MS) {
      if (this.#gaps.length < MAX_GAPS) this.#gaps.push({ after_line: last.line, offset, ms: passed });
    } else if (turn && passed > 0) turn.durationMs += passed;
    // What a harness writes late goes back in time; what follows it has not lasted since then.
    this.#last = { line, ms: Math.max(ms, last?.ms ?? ms) };
  }

  #begin(text: string | null, place: StepPlace, startedAt: string | null): void {
    const shown = text === null ? null : startOf(text.trim(), MAX_TEXT_LENGTH);
    this.#turns.push({
      ...place,
      text: shown,
      startedAt,
      durationMs: 0,
      steps: 0,
      toolCalls: 0,
      failures: 0,
      usage: [],
    });
  }

  #sliceAt(t: string | null): Slice {
    // More events than were counted may have arrived since.
    const wanted = Math.floor((Math.min(this.#events, this.#options.total - 1) * this.#slices) / this.#options.total);
    const last = this.#strip.at(-1);
    if (last && (this.#strip.length > wanted || this.#options.total === 0)) return last;
    const slice: Slice = { t, offset: this.#events, kinds: {}, failed: 0, usage: [] };
    this.#strip.push(slice);
    return slice;
  }

  #spend(spent: readonly UsageEntry[]): void {
    for (const part of [this.#turns.at(-1), this.#strip.at(-1)]) {
      if (part && spent.length > 0) part.usage = sumUsage([...part.usage, ...spent]);
    }
  }
}

const showTurn = ({ usage, startedAt, durationMs, toolCalls, ...turn }: Turn, priceOf: PriceOf) => ({
  ...turn,
  started_at: startedAt,
  duration_ms: durationMs,
  tool_calls: toolCalls,
  cost_usd: costOf(usage, priceOf).usd,
  tokens: tokensOf(usage),
});
