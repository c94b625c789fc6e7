import { insideTag, leadingTag, messageEvents, outputOf } from "./content.js";
import { countIn, isRecord, type JsonRecord, nameIn, recordIn, textIn, timestampIn, unpacked } from "./json.js";
import {
  failure,
  type LineReading,
  reading,
  type Saying,
  spoken,
  toolCall,
  toolResult,
  type TranscriptEvent,
  unknown,
  UNREADABLE,
  usageOf,
} from "./reading.js";

/**
 * A line is a message or the end of a turn in `agent-transcripts/<id>.jsonl`, or a row of the editor's
 * `cursorDiskKV`: `{key, value}`, or the value alone.
 */
export function readCursor(line: JsonRecord): LineReading {
  const timestamp = timestampIn(line["timestamp"]);
  const { role, type, key } = line;
  if (role === "user" || role === "assistant") {
    const saying: Saying = { timestamp, model: nameIn(line["model"]) };
    const events = messageEvents(role, recordIn(line["message"])["content"], saying, isTyped).map(unwrapped);
    return reading({ type: role, timestamp, events, model: saying.model });
  }
  if (type === "turn_ended") return readTurnEnd(line, timestamp);
  if (typeof key === "string") return readRow(key, recordIn(unpacked(line["value"])));
  if (type === 1 || type === 2) return readBubble(line);
  const called = textIn(type) ?? textIn(role);
  return called === null ? UNREADABLE : unknown(called, line, timestamp);
}

/** What a person typed is in `<user_query>`; other tags hold what the editor adds. */
function isTyped(text: string): boolean {
  return insideTag(text, "user_query") !== null || leadingTag(text) === null;
}

function unwrapped(event: TranscriptEvent): TranscriptEvent {
  const query = event.kind === "user" && event.text !== null ? insideTag(event.text, "user_query") : null;
  return query === null ? event : { ...event, text: query };
}

function readTurnEnd(line: JsonRecord, timestamp: string | null): LineReading {
  const status = textIn(line["status"]);
  const { error } = line;
  const failed = error !== undefined && error !== null;
  const stopped = status === "error" || status === "aborted" || status === "cancelled" || status === "failed";
  const why = textIn(error) ?? textIn(recordIn(error)["message"]) ?? `The turn ended: ${status ?? "error"}`;
  const events = failed || stopped ? [failure(why, { timestamp, model: null })] : [];
  return reading({ type: "turn_ended", timestamp, events });
}

function readRow(key: string, value: JsonRecord): LineReading {
  if (key.startsWith("bubbleId:")) return readBubble(value);
  if (!key.startsWith("composerData:")) return unknown(key.split(":", 1)[0] ?? key, value);
  const model = nameIn(recordIn(value["modelConfig"])["modelName"]);
  return reading({ type: "composerData", timestamp: timestampIn(value["lastUpdatedAt"]), model });
}

/** The editor's own form of a message: 1 is the user's, 2 the model's. */
function readBubble(bubble: JsonRecord): LineReading {
  const timestamp = timestampIn(bubble["createdAt"]);
  const model = nameIn(recordIn(bubble["modelInfo"])["modelName"]);
  const saying: Saying = { timestamp, model };
  const type = bubble["type"] === 1 ? "bubble.user" : "bubble.assistant";
  const record = nameIn(bubble["bubbleId"]);
  const tokens = recordIn(bubble["tokenCount"]);
  const usage = usageOf({
    key: record,
    model,
    input: countIn(tokens["inputTokens"]),
    output: countIn(tokens["outputTokens"]),
  });
  const events =
    bubble["type"] === 1
      ? spoken("user", bubble["text"], saying).map(unwrapped)
      : [
          ...spoken("thinking", recordIn(bubble["thinking"])["text"], saying),
          ...spoken("assistant", bubble["text"], saying),
          ...toolEvents(bubble["toolFormerData"], saying),
        ];
  return reading({ type, timestamp, events, model, usage, record });
}

const UNFINISHED = new Set(["loading", "pending", "running"]);

function toolEvents(value: unknown, saying: Saying): TranscriptEvent[] {
  if (!isRecord(value) || textIn(value["name"]) === null) return [];
  const { name, toolCallId: id, status, result } = value;
  const call = toolCall({ id, name, input: unpacked(value["rawArgs"] ?? value["params"]) }, saying);
  if (typeof status !== "string" || UNFINISHED.has(status)) return [call];
  const isError = status === "error" || status === "cancelled";
  return [call, toolResult({ id, name, output: outputOf(result), isError }, saying)];
}
