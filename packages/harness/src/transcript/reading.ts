import { isRecord, type JsonRecord, nameIn, textIn, writable } from "./json.js";
import type { LineNames } from "./line-names.js";

export type EventKind = "user" | "assistant" | "thinking" | "tool_call" | "tool_result" | "system" | "error" | "other";

export interface TranscriptEvent {
  readonly kind: EventKind;
  /** RFC 3339, UTC, with milliseconds. */
  readonly timestamp: string | null;
  /** Whole: the caller shortens and redacts. */
  readonly text: string | null;
  readonly toolName: string | null;
  readonly toolCallId: string | null;
  /** As the harness gave it; parsed, where it gave JSON in a string. */
  readonly toolInput: unknown;
  readonly toolOutput: string | null;
  readonly isError: boolean;
  readonly latencyMs: number | null;
  readonly model: string | null;
}

export interface Usage {
  /** The message, request or document that was paid for: lines with the same key tell the same usage again. */
  readonly key: string;
  readonly model: string | null;
  /** Without what came from the cache. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** The part of `cacheWrite` that the cache keeps for an hour, which costs more than the usual five minutes. */
  readonly cache_write_1h_tokens: number;
  /** The cost that the harness states itself; null when it states none. */
  readonly costUsd: number | null;
  readonly credits: number | null;
}

/** How a call went, told by another line than its result. */
export interface CallOutcome {
  readonly id: string;
  readonly isError: boolean;
  readonly latencyMs: number | null;
}

export interface LineReading {
  /** `ignored`: there is nothing to show. `unreadable`: no JSON object, or not what the harness writes. */
  readonly outcome: "rendered" | "ignored" | "unreadable";
  /** What the line calls itself. */
  readonly lineType: string;
  /** False: a type that the parser does not know, shown as one event of kind `other`. */
  readonly known: boolean;
  readonly timestamp: string | null;
  readonly events: readonly TranscriptEvent[];
  /** Of this line alone. */
  readonly usage: Usage | null;
  /** The model in force from here on, when the line says one. */
  readonly model: string | null;
  readonly parentSessionId: string | null;
  /** The subagent that the line belongs to. */
  readonly subagent: string | null;
  /** The record that the line is a version of, where the harness rewrites its records. */
  readonly record: string | null;
  readonly callOutcome: CallOutcome | null;
  /** What the line says about its session: title, working directory, branch. */
  readonly names: LineNames | null;
  /** The session that begins here with a copy of another's lines. */
  readonly fork: string | null;
  /** The turn that begins here. */
  readonly turn: string | null;
  /** What the session has cost so far, in the credits of its harness; null when the line does not say. */
  readonly totalCredits: number | null;
  /** The session works for another one, whose model writes its prompts. */
  readonly delegated: boolean;
}

/** When something was said, and by which model. */
export interface Saying {
  readonly timestamp: string | null;
  readonly model: string | null;
}

const MAX_LINE_TYPE_LENGTH = 64;
/** A line of 1 MiB can hold hundreds of thousands of empty blocks; no real one holds as many as this. */
const MAX_EVENTS = 5_000;

const BLANK: TranscriptEvent = {
  kind: "other",
  timestamp: null,
  text: null,
  toolName: null,
  toolCallId: null,
  toolInput: null,
  toolOutput: null,
  isError: false,
  latencyMs: null,
  model: null,
};

/** The model only where it was the one that spoke. */
export function isOfModel(kind: EventKind): boolean {
  return kind === "assistant" || kind === "thinking" || kind === "tool_call";
}

/** Nothing, when nothing was said. */
export function spoken(
  kind: "user" | "assistant" | "thinking" | "system",
  text: unknown,
  { timestamp, model }: Saying,
): TranscriptEvent[] {
  const said = textIn(text);
  return said === null ? [] : [{ ...BLANK, kind, timestamp, text: said, model: isOfModel(kind) ? model : null }];
}

/** The prompt of a subagent is written by the model that started it, not by a person. */
export function asDelegated(event: TranscriptEvent): TranscriptEvent {
  return event.kind === "user" ? { ...event, kind: "system" } : event;
}

export function failure(text: unknown, { timestamp }: Saying): TranscriptEvent {
  return { ...BLANK, kind: "error", timestamp, text: textIn(text), isError: true };
}

export function toolCall(
  call: { readonly id: unknown; readonly name: unknown; readonly input: unknown },
  { timestamp, model }: Saying,
): TranscriptEvent {
  return {
    ...BLANK,
    kind: "tool_call",
    timestamp,
    model,
    toolName: nameIn(call.name),
    toolCallId: nameIn(call.id),
    toolInput: writable(call.input ?? null),
  };
}

export function toolResult(
  result: {
    readonly id: unknown;
    readonly name?: unknown;
    readonly output: string | null;
    readonly isError: boolean;
    readonly latencyMs?: number | null;
  },
  { timestamp }: Saying,
): TranscriptEvent {
  return {
    ...BLANK,
    kind: "tool_result",
    timestamp,
    toolName: nameIn(result.name),
    toolCallId: nameIn(result.id),
    toolOutput: result.output,
    isError: result.isError,
    latencyMs: result.latencyMs ?? null,
  };
}

const SESSION_TOTAL = "session:";

/** The key of a total that only counts where no message has told its own usage. */
export function sessionTotal(id: string | null): string {
  return `${SESSION_TOTAL}${id ?? ""}`;
}

export function isSessionTotal(key: string): boolean {
  return key.startsWith(SESSION_TOTAL);
}

/** Null, when nothing was used: nobody knows is not zero. */
export function usageOf(usage: Partial<Omit<Usage, "key">> & { readonly key: string | null }): Usage | null {
  const { key, model = null, input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = usage;
  const { cache_write_1h_tokens = 0, costUsd = null, credits = null } = usage;
  if (key === null || (input + output + cacheRead + cacheWrite === 0 && !costUsd && !credits)) return null;
  return { key, model, input, output, cacheRead, cacheWrite, cache_write_1h_tokens, costUsd, credits };
}

type Found = Partial<Omit<LineReading, "outcome" | "lineType" | "events">> & {
  readonly type: string;
  readonly events?: readonly TranscriptEvent[];
};

export function reading({ type, events = [], ...rest }: Found): LineReading {
  const shown = events.length > MAX_EVENTS ? firstOf(events) : events;
  return {
    known: true,
    timestamp: null,
    usage: null,
    model: null,
    parentSessionId: null,
    subagent: null,
    record: null,
    callOutcome: null,
    names: null,
    fork: null,
    turn: null,
    totalCredits: null,
    delegated: false,
    ...rest,
    outcome: shown.length === 0 ? "ignored" : "rendered",
    lineType: type.slice(0, MAX_LINE_TYPE_LENGTH).toWellFormed(),
    events: shown,
  };
}

function firstOf(events: readonly TranscriptEvent[]): TranscriptEvent[] {
  const left = `${String(events.length - MAX_EVENTS)} more events of this line are not shown.`;
  return [...events.slice(0, MAX_EVENTS), { ...BLANK, kind: "system", text: left }];
}

export function unknown(type: string, record: JsonRecord, timestamp: string | null = null): LineReading {
  const inner = [record["payload"], record["data"]].find((value) => isRecord(value)) ?? record;
  const text = textIn(inner["text"]) ?? textIn(inner["content"]) ?? textIn(inner["message"]);
  return reading({ type, known: false, timestamp, events: [{ ...BLANK, timestamp, text }] });
}

export const UNREADABLE: LineReading = { ...reading({ type: "unreadable" }), outcome: "unreadable" };
