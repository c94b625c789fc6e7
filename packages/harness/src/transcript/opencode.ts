import { firstText, outputOf } from "./content.js";
import { elapsed, isRecord, type JsonRecord, nameIn, recordIn, textIn, timestampIn, unpacked } from "./json.js";
import type { NamesFound } from "./line-names.js";
import { opencodeError, opencodeUsage } from "./opencode-usage.js";
import { readOpencodeV2 } from "./opencode-v2.js";
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
} from "./reading.js";

/**
 * A line is a row of the `session`, `message` or `part` table (`{row, id, …, data}`), or such a document of the older
 * JSON tree: messages have the usage, parts have what was said. OpenCode 2 has whole messages in `session_message`.
 */
export function readOpencode(line: JsonRecord): LineReading {
  const value = unpacked(line["data"]);
  const data = isRecord(value) ? value : line;
  const id = nameIn(line["id"]) ?? nameIn(data["id"]);
  const row = textIn(line["row"]) ?? rowOf(line, data);
  switch (row) {
    case "message":
      return readMessage(data, id);
    case "part":
      return readPart(data, id, line);
    case "session":
    case "session_v2":
      return readSession(line);
    case "session_message":
      return readOpencodeV2(line, data, id);
    case null:
      return UNREADABLE;
    default:
      return unknown(row, line);
  }
}

function rowOf(line: JsonRecord, data: JsonRecord): string | null {
  if (data !== line && typeof line["type"] === "string") return "session_message";
  if (typeof data["type"] === "string") return "part";
  if (typeof data["role"] === "string") return "message";
  return typeof line["directory"] === "string" || typeof line["projectID"] === "string" ? "session" : null;
}

/** Its totals are the sum of its messages. */
function readSession(line: JsonRecord): LineReading {
  const parentSessionId = nameIn(line["parent_id"] ?? line["parentID"]);
  return reading({
    type: "session",
    timestamp: timestampIn(line["time_updated"] ?? line["time_created"] ?? recordIn(line["time"])["updated"]),
    parentSessionId,
    subagent: parentSessionId === null ? null : nameIn(line["agent"]),
    delegated: parentSessionId !== null,
  });
}

function readMessage(data: JsonRecord, id: string | null): LineReading {
  const { role, error } = data;
  const time = recordIn(data["time"]);
  const timestamp = timestampIn(time["completed"] ?? time["created"]);
  const model = nameIn(data["modelID"] ?? recordIn(data["model"])["modelID"]);
  const type = role === "user" ? "message.user" : "message.assistant";
  return reading({
    type,
    timestamp,
    model,
    record: id,
    events: isRecord(error) ? [failure(opencodeError(error), { timestamp, model })] : [],
    usage: opencodeUsage(data, id, model),
  });
}

/** A step's tokens are in its message's too. */
const METADATA = new Set(["agent", "file", "patch", "snapshot", "step-finish", "step-start"]);

function readPart(data: JsonRecord, id: string | null, line: JsonRecord): LineReading {
  const kind = textIn(data["type"]);
  if (kind === null) return UNREADABLE;
  const type = `part.${kind}`;
  const time = recordIn(data["time"] ?? recordIn(data["state"])["time"]);
  const timestamp = timestampIn(time["start"] ?? line["time_created"]);
  const events = partEvents(kind, data, line, { timestamp, model: null });
  if (events === null && !METADATA.has(kind)) return unknown(type, data, timestamp);
  return reading({ type, timestamp, events: events ?? [], record: id });
}

/** Null: of another type. */
function partEvents(kind: string, data: JsonRecord, line: JsonRecord, saying: Saying): TranscriptEvent[] | null {
  switch (kind) {
    case "text":
      return spoken(speaker(data, line), data["text"], saying);
    case "reasoning":
      return spoken("thinking", data["text"], saying);
    case "tool":
      return toolEvents(data, saying);
    case "retry":
      return [failure(opencodeError(recordIn(data["error"])), saying)];
    case "compaction":
      return spoken("system", "The conversation was compacted.", saying);
    case "subtask":
      return spoken("system", firstText(data, ["prompt", "description"]), saying);
    default:
      return null;
  }
}

/** A part does not say whose message it is of; but only text of the model has the time at which it was written. */
function speaker(data: JsonRecord, line: JsonRecord): "user" | "assistant" | "system" {
  if (data["synthetic"] === true || data["ignored"] === true) return "system";
  const { role } = line;
  if (role === "user" || role === "assistant") return role;
  return isRecord(data["time"]) ? "assistant" : "user";
}

function toolEvents(data: JsonRecord, saying: Saying): TranscriptEvent[] {
  const { callID: id, tool: name } = data;
  const state = recordIn(data["state"]);
  const call = toolCall({ id, name, input: unpacked(state["input"]) }, saying);
  const { status } = state;
  if (status !== "completed" && status !== "error") return [call];
  const ended = timestampIn(recordIn(state["time"])["end"]);
  const result = toolResult(
    {
      id,
      name,
      output: outputOf(state["output"] ?? state["error"]),
      isError: status === "error",
      latencyMs: elapsed(saying.timestamp, ended),
    },
    { ...saying, timestamp: ended ?? saying.timestamp },
  );
  return [call, result];
}

/** Placeholder titles that OpenCode uses until it has generated a title. */
const PLACEHOLDERS = ["New session - ", "Child session - "];

export function opencodeNames(line: JsonRecord): NamesFound {
  const { title, directory } = line;
  const isPlaceholder = PLACEHOLDERS.some((start) => typeof title === "string" && title.startsWith(start));
  const { cwd } = recordIn(recordIn(unpacked(line["data"]))["path"]);
  return { title: isPlaceholder ? undefined : title, cwd: directory ?? cwd };
}
