import type { LineReading, TranscriptEvent } from "./reading.js";

/** How much of a record was shown. A rewritten record mostly grows at its end: a result, a further message. */
export interface RecordShown {
  readonly id: string;
  readonly count: number;
  readonly hash: number;
}

/** The events of a record that an earlier version of it has not shown, and the records as they are now. */
export function withoutShown(
  { record: id, events }: LineReading,
  records: readonly RecordShown[],
): { events: readonly TranscriptEvent[]; records: readonly RecordShown[] } {
  if (id === null || events.length === 0) return { events, records };
  const before = records.find((entry) => entry.id === id);
  const grown = before !== undefined && before.count <= events.length && hashOf(events, before.count) === before.hash;
  const others = before === undefined ? records : records.filter((entry) => entry !== before);
  return {
    events: grown ? events.slice(before.count) : events,
    records: [...others, { id, count: events.length, hash: hashOf(events, events.length) }],
  };
}

/** Not the input of a call: it may be completed while the call is the same. */
function hashOf(events: readonly TranscriptEvent[], count: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < count; index += 1) {
    const { kind, toolCallId, text, toolOutput } = events[index] ?? {
      kind: "",
      toolCallId: "",
      text: "",
      toolOutput: "",
    };
    hash = hashText(`${kind} ${toolCallId ?? ""} `, hash);
    hash = hashText(text ?? toolOutput ?? "", hash);
  }
  return hash;
}

/** FNV-1a. */
function hashText(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}
