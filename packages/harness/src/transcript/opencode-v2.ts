import { outputOf, textOf } from "./content.js";
import {
  elapsed,
  isRecord,
  type JsonRecord,
  nameIn,
  recordIn,
  recordsIn,
  textIn,
  timestampIn,
  unpacked,
} from "./json.js";
import { opencodeError, opencodeUsage } from "./opencode-usage.js";
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
} from "./reading.js";

const METADATA = new Set(["agent-switched", "idle", "model-switched"]);

/** OpenCode 2 keeps a message whole, in a row of `session_message`: `{id, type, data: {content, …}}`. */
export function readOpencodeV2(line: JsonRecord, data: JsonRecord, id: string | null): LineReading {
  const kind = textIn(line["type"]) ?? "";
  const type = `session_message.${kind}`;
  const time = recordIn(data["time"]);
  const model = nameIn(recordIn(data["model"])["id"]);
  const timestamp = timestampIn(time["created"] ?? line["time_created"]);
  const events = eventsIn(kind, data, { timestamp, model });
  if (events === null && !METADATA.has(kind)) return unknown(type, line, timestamp);
  const usage = opencodeUsage(data, id, model);
  return reading({ type, timestamp, events: events ?? [], model, usage, record: id });
}

/** Null: of another type. */
function eventsIn(kind: string, data: JsonRecord, saying: Saying): TranscriptEvent[] | null {
  switch (kind) {
    case "user":
      return spoken("user", data["text"], saying);
    case "assistant":
      return [
        ...recordsIn(data["content"]).flatMap((block) => blockEvents(block, saying)),
        ...(isRecord(data["error"]) ? [failure(opencodeError(data["error"]), saying)] : []),
      ];
    case "synthetic":
    case "system":
    case "compaction":
    case "shell":
      return spoken("system", textOf(data["text"] ?? data["summary"] ?? data["command"]), saying);
    default:
      return null;
  }
}

function blockEvents(block: JsonRecord, saying: Saying): TranscriptEvent[] {
  if (block["type"] === "reasoning") return spoken("thinking", block["text"], saying);
  if (block["type"] !== "tool") return spoken("assistant", textOf(block), saying);
  const { id, name } = block;
  const state = recordIn(block["state"]);
  const time = recordIn(block["time"]);
  const began = timestampIn(time["ran"] ?? time["created"]);
  const ended = timestampIn(time["completed"]);
  const call = toolCall(
    { id, name, input: unpacked(state["input"]) },
    { ...saying, timestamp: began ?? saying.timestamp },
  );
  const { status } = state;
  if (status !== "completed" && status !== "error") return [call];
  const result = toolResult(
    {
      id,
      name,
      output: outputOf(state["content"] ?? state["output"] ?? state["error"]),
      isError: status === "error" || recordIn(state["metadata"])["status"] === "error",
      latencyMs: elapsed(began, ended),
    },
    { ...saying, timestamp: ended ?? saying.timestamp },
  );
  return [call, result];
}
