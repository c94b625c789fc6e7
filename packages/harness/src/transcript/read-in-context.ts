import { countUsage, type UsageSeen } from "./count-usage.js";
import { asCopy, type Copying, copyingAt } from "./copied-lines.js";
import { elapsed } from "./json.js";
import { asDelegated, type CallOutcome, isOfModel, type LineReading, type TranscriptEvent } from "./reading.js";
import { type RecordShown, withoutShown } from "./repeated-records.js";

/** A call whose result has not come yet. */
export interface OpenCall {
  readonly id: string | null;
  readonly name: string | null;
  readonly timestamp: string | null;
  readonly line: number;
  /** What another line said of how it went. */
  readonly isError: boolean;
  readonly latencyMs: number | null;
}

/** What earlier lines of a session tell about later ones: small, bounded, JSON. */
export interface TranscriptContext {
  /** The time of the last line that had one. Contexts that were stored by earlier versions lack it. */
  readonly timestamp?: string | null;
  readonly model: string | null;
  readonly usage: readonly UsageSeen[];
  readonly calls: readonly OpenCall[];
  readonly records: readonly RecordShown[];
  /** While the lines are copies of another session's. Contexts that were stored by earlier versions lack it. */
  readonly copying?: Copying | null;
  /** The session works for another one. Contexts that were stored by earlier versions lack it. */
  readonly delegated?: boolean;
}

export const NO_CONTEXT: TranscriptContext = {
  timestamp: null,
  model: null,
  usage: [],
  calls: [],
  records: [],
  copying: null,
  delegated: false,
};

const MAX_CACHED = 64;

/**
 * Completes a reading by what came before: the time of the last line that had one, the model in force; the name of a result's call, and how long it took;
 * `usage` as what this line adds, so that a sum over lines counts each message once. Of a record that was shown
 * before, only what is new stays. Copies of another session's lines say nothing, but what comes after them refers to them.
 * Prompts that a model has written become events of kind `system`.
 */
export function readInContext(
  reading: LineReading,
  context: TranscriptContext,
  line: number,
): { reading: LineReading; context: TranscriptContext } {
  const timestamp = reading.timestamp ?? context.timestamp ?? null;
  const model = reading.model ?? context.model;
  const delegated = reading.delegated || (context.delegated ?? false);
  const { events: fresh, records } = withoutShown(reading, context.records);
  const calls = new OpenCalls(context.calls, line, reading.record !== null);
  if (reading.callOutcome !== null) calls.settle(reading.callOutcome);
  const events = fresh
    .map((event) => inForce(calls.complete(event), model))
    .filter((event) => event !== null)
    .map((event) => (delegated ? asDelegated(event) : event));
  const { added, usage } = countUsage(reading.usage, context.usage);
  const outcome = reading.outcome === "rendered" && events.length === 0 ? "ignored" : reading.outcome;
  const copying = copyingAt(reading, context.copying ?? null, line);
  const read: LineReading = {
    ...reading,
    outcome,
    timestamp,
    events,
    usage: added === null ? null : { ...added, model: added.model ?? model },
    model,
  };
  return {
    reading: copying === null || line === 0 ? read : asCopy(read),
    context: {
      timestamp,
      model,
      usage: usage.slice(-MAX_CACHED),
      calls: calls.open.slice(-MAX_CACHED),
      records: records.slice(-MAX_CACHED),
      copying,
      delegated,
    },
  };
}

function inForce(event: TranscriptEvent | null, model: string | null): TranscriptEvent | null {
  return event !== null && event.model === null && model !== null && isOfModel(event.kind)
    ? { ...event, model }
    : event;
}

/** The calls that wait for their results, while the events of one line pass by. */
class OpenCalls {
  open: readonly OpenCall[];
  readonly #line: number;
  readonly #rewritten: boolean;

  constructor(open: readonly OpenCall[], line: number, rewritten: boolean) {
    this.open = open;
    this.#line = line;
    this.#rewritten = rewritten;
  }

  /** Null: the call was told before, as Copilot CLI tells it when it is asked for and again when it starts. */
  complete(event: TranscriptEvent): TranscriptEvent | null {
    if (event.kind === "tool_call") return this.#begin(event);
    if (event.kind === "tool_result") return this.#end(event);
    // Calls without ids pair with what follows them: not with what follows the next prompt.
    if (event.kind === "user" && this.open.length > 0) this.open = this.open.filter(({ id }) => id !== null);
    return event;
  }

  settle({ id, isError, latencyMs }: CallOutcome): void {
    this.open = this.open.map((call) => (call.id === id ? { ...call, isError, latencyMs } : call));
  }

  #begin(event: TranscriptEvent): TranscriptEvent | null {
    const { toolCallId: id, toolName: name, timestamp } = event;
    const told = id !== null && this.open.some((call) => call.id === id);
    if (told) {
      // It runs from here on; what came before was waiting for permission.
      this.open = this.open.map((call) =>
        call.id === id ? { ...call, timestamp: timestamp ?? call.timestamp } : call,
      );
      return null;
    }
    const call: OpenCall = { id, name, timestamp, line: this.#line, isError: false, latencyMs: null };
    this.open = [...this.open.slice(1 - MAX_CACHED), call];
    return event;
  }

  #end(event: TranscriptEvent): TranscriptEvent {
    const call = this.#callOf(event);
    if (call === undefined) return event;
    this.open = this.open.filter((other) => other !== call);
    return {
      ...event,
      toolName: call.name ?? event.toolName,
      isError: event.isError || call.isError,
      latencyMs: event.latencyMs ?? call.latencyMs ?? this.#between(call, event),
    };
  }

  /** A line, or a record through all its versions, has one time for all that it tells: no time passes within it. */
  #between(call: OpenCall, { timestamp }: TranscriptEvent): number | null {
    const sameTime = call.line === this.#line || (this.#rewritten && call.timestamp === timestamp);
    return sameTime ? null : elapsed(call.timestamp, timestamp);
  }

  #callOf({ toolCallId, toolName }: TranscriptEvent): OpenCall | undefined {
    if (toolCallId !== null) return this.open.find(({ id }) => id === toolCallId);
    const ofThatName = this.open.find(({ name }) => name !== null && name === toolName);
    return ofThatName ?? this.open.find(({ id }) => id === null);
  }
}
