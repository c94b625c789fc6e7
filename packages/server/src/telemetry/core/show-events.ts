import { startOf } from "@tackroom/contract/shorten";
import type { SessionEvent } from "@tackroom/contract";
import type { LineReading, TranscriptEvent } from "@tackroom/harness";

/** An event as people see it, but for what only its line knows. */
export type ShownEvent = Omit<SessionEvent, "line" | "tokens" | "cost_usd" | "stated_cost_usd">;

type TextName = "text" | "tool_input" | "tool_output";

/** An event as it is kept: instead of its texts it has their places among the texts of its line. */
type KeptEvent = Omit<ShownEvent, TextName | "tool_use_id"> &
  Readonly<Record<TextName, number | null>> & {
    /** Lines that were stored by earlier versions lack it. */
    readonly tool_use_id?: string | null;
  };

/** What is kept of a line for people to see; the line itself is kept whole beside it. */
export interface KeptEvents {
  readonly events: readonly KeptEvent[];
  /** By themselves, so that a search finds the words of texts and not the names of their fields. */
  readonly texts: readonly string[];
}

/** A preview: the full output is in the line. */
const MAX_TEXT_LENGTH = 16 * 1024;

/** The beginning of a text or of a value as JSON, up to a length, without secrets: half a secret would no longer look like one. */
export interface Redaction {
  readonly text: (text: string, length: number) => string;
  readonly json: (value: unknown, length: number) => string;
}

/** Without secrets, and shortened. */
export function keepEvents({ events }: Pick<LineReading, "events">, redact: Redaction): KeptEvents {
  const texts: string[] = [];
  const place = (shown: string | null): number | null => (shown === null ? null : texts.push(shown) - 1);
  const placeOf = (text: string | null): number | null => place(text === null ? null : preview(text, redact.text));
  return {
    events: events.map((event) => ({
      timestamp: event.timestamp,
      kind: event.kind,
      text: placeOf(event.text),
      tool_name: event.toolName === null ? null : redact.text(event.toolName, event.toolName.length),
      tool_use_id: event.toolCallId === null ? null : redact.text(event.toolCallId, event.toolCallId.length),
      tool_input: place(inputText(event, redact)),
      tool_output: placeOf(event.toolOutput),
      is_error: event.isError,
      latency_ms: event.latencyMs,
      model: event.model,
    })),
    texts,
  };
}

export function showEvents({ events, texts }: KeptEvents): ShownEvent[] {
  const textAt = (place: number | null): string | null => (place === null ? null : (texts[place] ?? null));
  return events.map((event) => ({
    ...event,
    tool_use_id: event.tool_use_id ?? null,
    text: textAt(event.text),
    tool_input: textAt(event.tool_input),
    tool_output: textAt(event.tool_output),
  }));
}

function inputText({ toolInput }: TranscriptEvent, redact: Redaction): string | null {
  if (toolInput === null || toolInput === undefined) return null;
  return typeof toolInput === "string" ? preview(toolInput, redact.text) : preview(toolInput, redact.json);
}

function preview<T>(value: T, start: (value: T, length: number) => string): string {
  const shown = start(value, MAX_TEXT_LENGTH + 1);
  return shown.length > MAX_TEXT_LENGTH ? `${startOf(shown, MAX_TEXT_LENGTH)}…` : shown;
}
