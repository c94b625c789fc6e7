import { outputOf, textOf } from "./content.js";
import {
  amountIn,
  countIn,
  isRecord,
  type JsonRecord,
  listIn,
  nameIn,
  recordIn,
  recordsIn,
  textIn,
  timestampIn,
  unpacked,
} from "./json.js";
import { NO_NAMES, type NamesFound } from "./line-names.js";
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
  type Usage,
  usageOf,
} from "./reading.js";

/** A line is a row of `messages` or `sessions` (`{row, …}`), or a line of the older `<session>.jsonl`. */
export function readGoose(line: JsonRecord): LineReading {
  const { role } = line;
  const row = textIn(line["row"]);
  if (role === "user" || role === "assistant") return readMessage(role, line);
  if (row === "sessions" || typeof line["working_dir"] === "string") return readSession(line);
  return row === null ? UNREADABLE : unknown(row, line);
}

/** Its totals are of the same tokens as its messages'. */
function readSession(line: JsonRecord): LineReading {
  const config = recordIn(unpacked(line["model_config_json"] ?? line["model_config"]));
  return reading({
    type: "sessions",
    timestamp: timestampIn(line["updated_at"] ?? line["created_at"]),
    model: nameIn(config["model_name"]),
    parentSessionId: nameIn(line["parent_session_id"]),
    subagent: line["session_type"] === "sub_agent" ? (nameIn(line["name"]) ?? "subagent") : null,
    delegated: line["session_type"] === "sub_agent",
  });
}

function readMessage(role: "user" | "assistant", line: JsonRecord): LineReading {
  const metadata = recordIn(unpacked(line["metadata_json"] ?? line["metadata"]));
  const inference = recordIn(metadata["inference"]);
  const model = nameIn(inference["resolvedModel"] ?? inference["requestedModel"]);
  const timestamp = timestampIn(line["created_timestamp"] ?? line["created"]);
  const id = nameIn(line["message_id"] ?? line["id"]);
  // What only the model sees was not typed by anybody.
  const speaker = role === "user" && metadata["userVisible"] === false ? "system" : role;
  const content = unpacked(line["content_json"] ?? line["content"]);
  const events = listIn(content).flatMap((block) => blockEvents(recordIn(block), speaker, { timestamp, model }));
  return reading({
    type: `messages.${role}`,
    timestamp,
    events,
    model,
    usage: usageIn(recordIn(metadata["usage"]), id, model),
    record: id,
  });
}

function usageIn(usage: JsonRecord, key: string | null, model: string | null): Usage | null {
  return usageOf({
    key,
    model,
    input: countIn(usage["inputTokens"]),
    output: countIn(usage["outputTokens"]),
    cacheRead: countIn(usage["cacheReadTokens"]),
    cacheWrite: countIn(usage["cacheWriteTokens"]),
    costUsd: amountIn(usage["cost"]),
  });
}

function blockEvents(block: JsonRecord, speaker: "user" | "assistant" | "system", saying: Saying): TranscriptEvent[] {
  switch (block["type"]) {
    case "text":
    case "image":
      return spoken(speaker, textOf(block), saying);
    case "thinking":
      return spoken("thinking", block["thinking"], saying);
    case "toolRequest":
    case "frontendToolRequest":
      return [callOf(block, saying)];
    case "toolResponse":
      return [resultOf(block, saying)];
    case "systemNotification":
      return spoken("system", block["msg"] ?? block["text"], saying);
    case "error":
      return [failure(outputOf(block["error"] ?? block["message"] ?? block["text"]), saying)];
    default:
      return [];
  }
}

/** A call that could not be read from the model's words has an error in its place. */
function callOf(block: JsonRecord, saying: Saying): TranscriptEvent {
  const call = recordIn(block["toolCall"]);
  const value = isRecord(call["value"]) ? call["value"] : call;
  const event = toolCall({ id: block["id"], name: value["name"], input: unpacked(value["arguments"]) }, saying);
  return call["status"] === "error" ? { ...event, isError: true, text: textIn(call["error"]) } : event;
}

function resultOf(block: JsonRecord, saying: Saying): TranscriptEvent {
  const result = recordIn(block["toolResult"]);
  const { value } = result;
  const content = isRecord(value) ? value["content"] : value;
  return toolResult(
    {
      id: block["id"],
      output: contentText(content) ?? outputOf(result["error"]),
      isError: result["status"] === "error" || recordIn(value)["isError"] === true,
    },
    saying,
  );
}

/** The same answer may be there twice: for the person, and for the model. */
function contentText(content: unknown): string | null {
  const forModel = recordsIn(content).filter((part) => {
    const audience = recordIn(part["annotations"])["audience"];
    return !Array.isArray(audience) || audience.includes("assistant");
  });
  return textOf(forModel.length === 0 ? content : forModel) ?? outputOf(content);
}

export function gooseNames({ name, working_dir: cwd }: JsonRecord): NamesFound {
  return cwd === undefined ? NO_NAMES : { title: name, cwd };
}
