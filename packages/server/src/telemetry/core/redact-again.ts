import type { TranscriptEvent } from "@tackroom/harness";
import { keepEvents, type KeptEvents, type Redaction } from "./show-events.js";

/**
 * What is kept of a line, redacted by the rules of today. Its texts are read from the line again, since older rules may have
 * taken too much, or cut a secret in half. What earlier lines told about it stays: the name of a result's tool, the model.
 */
export function redactAgain(kept: KeptEvents, events: readonly TranscriptEvent[], redact: Redaction): KeptEvents {
  const isSame = kept.events.length === events.length && kept.events.every(({ kind }, at) => kind === events[at]?.kind);
  const fresh = isSame ? keepEvents({ events }, redact) : redactTexts(kept, redact);
  return {
    texts: fresh.texts,
    events: kept.events.map((event, at) => ({
      ...event,
      text: fresh.events[at]?.text ?? null,
      tool_input: fresh.events[at]?.tool_input ?? null,
      tool_output: fresh.events[at]?.tool_output ?? null,
      tool_name: event.tool_name === null ? null : redact.text(event.tool_name, event.tool_name.length),
    })),
  };
}

/**
 * For a line that is no longer read as it was, or of which an earlier line had shown a part: then there is only what was
 * kept of it.
 */
function redactTexts({ events, texts }: KeptEvents, redact: Redaction): KeptEvents {
  const inputs = new Set(events.map(({ tool_input }) => tool_input));
  return {
    events,
    texts: texts.map((text, place) => {
      const input = inputs.has(place) ? parsed(text) : undefined;
      return input === undefined ? redact.text(text, text.length) : redact.json(input, text.length);
    }),
  };
}

/** Undefined where it was given as a text, or was shortened. */
function parsed(json: string): unknown {
  if (!/^[{[]/.test(json)) return undefined;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
