import { redactedStart } from "../../unsafe-text/index.js";
import { eventText, MAX_TEXT_LENGTH, storableText } from "./event-text.js";

type Value = string | number | boolean | null;

/** As the edge has it, which this module does not know. */
export type Detail = Readonly<Record<string, Value | readonly string[] | { readonly from: Value; readonly to: Value }>>;

const MIN_TEXT_LENGTH = 16;

/**
 * Details as the text that the log keeps. An object stays valid JSON however long its values are: the longest texts are cut,
 * because cutting the JSON would leave something that nobody can parse. Secrets are redacted text by text for the same reason.
 */
export function eventDetail(detail: string | Detail | undefined): string | null {
  if (detail === undefined || typeof detail === "string") return eventText(detail);
  for (let length = MAX_TEXT_LENGTH; length >= MIN_TEXT_LENGTH; length = Math.floor(length / 2)) {
    const json = JSON.stringify(detail, (_name, value: unknown) => shortened(value, length));
    if (json.length <= MAX_TEXT_LENGTH) return storableText(json);
  }
  return storableText(JSON.stringify({ members: Object.keys(detail).slice(0, MIN_TEXT_LENGTH) }));
}

function shortened(value: unknown, length: number): unknown {
  if (typeof value === "string")
    return value.length <= length ? redactedStart(value, length) : `${redactedStart(value, length - 1)}…`;
  if (!Array.isArray(value) || value.length <= length) return value;
  return [...(value as unknown[]).slice(0, length), `and ${value.length - length} more`];
}
