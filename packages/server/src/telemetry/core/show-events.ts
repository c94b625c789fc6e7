import type { SessionEvent } from "@tackroom/contract";
import type { LineReading, TranscriptEvent } from "@tackroom/harness";

/** An event as people see it, but for what only its line knows. */
export type ShownEvent = Omit<SessionEvent, "line" | "tokens" | "cost_usd">;

type TextName = "text" | "tool_input" | "tool_output";

/** An event as it is kept: instead of its texts it has their places among the texts of its line. */
type KeptEvent = Omit<ShownEvent, TextName> & Readonly<Record<TextName, number | null>>;

/** What is kept of a line for people to see; the line itself is kept whole beside it. */
export interface KeptEvents {
  readonly events: readonly KeptEvent[];
  /** By themselves, so that a search finds the words of texts and not the names of their fields. */
  readonly texts: readonly string[];
}

/** A preview: whoever wants all of a long output reads the line. */
const LONGEST_TEXT = 16 * 1024;

/** The beginning of a text, up to a length, without secrets: half a secret would no longer look like one. */
type RedactedStart = (text: string, length: number) => string;

/** Without secrets, and shortened. */
export function keepEvents({ events }: LineReading, redact: RedactedStart): KeptEvents {
  const texts: string[] = [];
  const placeOf = (text: string | null): number | null =>
    text === null ? null : texts.push(preview(text, redact)) - 1;
  return {
    events: events.map((event) => ({
      timestamp: event.timestamp,
      kind: event.kind,
      text: placeOf(event.text),
      tool_name: event.toolName,
      tool_input: placeOf(inputText(event)),
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
    text: textAt(event.text),
    tool_input: textAt(event.tool_input),
    tool_output: textAt(event.tool_output),
  }));
}

function inputText({ toolInput }: TranscriptEvent): string | null {
  if (toolInput === null || toolInput === undefined) return null;
  return typeof toolInput === "string" ? toolInput : JSON.stringify(toolInput);
}

function preview(text: string, redact: RedactedStart): string {
  const shown = redact(text, LONGEST_TEXT + 1);
  return shown.length > LONGEST_TEXT ? `${shown.slice(0, LONGEST_TEXT)}…` : shown;
}
