import { outputOf, textOf } from "./content.js";
import {
  amountIn,
  countIn,
  type JsonRecord,
  nameIn,
  recordIn,
  recordsIn,
  textIn,
  timestampIn,
  unpacked,
} from "./json.js";
import { CHOSEN, NO_NAMES, type NamesFound } from "./line-names.js";
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

const METADATA = new Set([
  "context_transform",
  "custom",
  "ephemeral",
  "label",
  "model_change",
  "session",
  "session_info",
  "thinking_level_change",
]);

/** A line is the header or an entry of a session file: a tree, of which every branch was paid for. */
export function readPi(line: JsonRecord): LineReading {
  const type = textIn(line["type"]);
  if (type === null) return UNREADABLE;
  const timestamp = timestampIn(line["timestamp"]);
  const saying: Saying = { timestamp, model: null };
  switch (type) {
    case "message":
      return readMessage(recordIn(line["message"]), line, timestamp);
    case "compaction":
    case "branch_summary":
      return reading({ type, timestamp, events: spoken("system", line["summary"], saying) });
    case "custom_message":
      return reading({ type, timestamp, events: spoken("system", textOf(line["content"]), saying) });
    default:
      return METADATA.has(type)
        ? reading({ type, timestamp, model: nameIn(line["modelId"]), parentSessionId: parentOf(line) })
        : unknown(type, line, timestamp);
  }
}

/** The header names the parent by the path of its file, `<time>_<id>.jsonl`. */
function parentOf(line: JsonRecord): string | null {
  const path = textIn(line["parentSession"] ?? line["branchedFrom"]);
  if (path === null || path.length > 4096) return null;
  const file = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const stem = file.endsWith(".jsonl") ? file.slice(0, -".jsonl".length) : file;
  return nameIn(stem.slice(stem.lastIndexOf("_") + 1));
}

function readMessage(message: JsonRecord, line: JsonRecord, timestamp: string | null): LineReading {
  const role = textIn(message["role"]);
  if (role === null) return UNREADABLE;
  const type = `message.${role}`;
  const model = role === "assistant" ? nameIn(message["model"]) : null;
  const events = eventsIn(role, message, { timestamp, model });
  if (events === null) return unknown(type, message, timestamp);
  const key = nameIn(line["id"]) ?? timestamp;
  return reading({ type, timestamp, events, model, usage: usageIn(recordIn(message["usage"]), key, model) });
}

/** Null: of another role. */
function eventsIn(role: string, message: JsonRecord, saying: Saying): TranscriptEvent[] | null {
  switch (role) {
    case "user":
      return spoken("user", textOf(message["content"]), saying);
    case "assistant":
      return assistantEvents(message, saying);
    case "toolResult":
      return [
        toolResult(
          {
            id: message["toolCallId"],
            name: message["toolName"],
            output: outputOf(message["content"]),
            isError: message["isError"] === true,
          },
          saying,
        ),
      ];
    // A command that the person ran, not the model.
    case "bashExecution":
      return spoken("system", `$ ${textIn(message["command"]) ?? ""}\n${textIn(message["output"]) ?? ""}`, saying);
    case "custom":
    case "hookMessage":
      return spoken("system", textOf(message["content"]), saying);
    case "branchSummary":
    case "compactionSummary":
      return spoken("system", message["summary"], saying);
    default:
      return null;
  }
}

function assistantEvents(message: JsonRecord, saying: Saying): TranscriptEvent[] {
  const events = recordsIn(message["content"]).flatMap((block) => {
    if (block["type"] === "thinking") return spoken("thinking", block["thinking"], saying);
    if (block["type"] !== "toolCall") return spoken("assistant", textOf(block), saying);
    return [toolCall({ id: block["id"], name: block["name"], input: unpacked(block["arguments"]) }, saying)];
  });
  const { stopReason } = message;
  if (stopReason !== "error" && stopReason !== "aborted") return events;
  return [...events, failure(textIn(message["errorMessage"]) ?? `The turn ended: ${stopReason}`, saying)];
}

function usageIn(usage: JsonRecord, key: string | null, model: string | null): Usage | null {
  return usageOf({
    key,
    model,
    input: countIn(usage["input"]),
    output: countIn(usage["output"]),
    cacheRead: countIn(usage["cacheRead"]),
    cacheWrite: countIn(usage["cacheWrite"]),
    costUsd: amountIn(recordIn(usage["cost"])["total"]),
  });
}

export function piNames({ type, cwd, name }: JsonRecord): NamesFound {
  if (type === "session") return { cwd };
  return type === "session_info" ? { title: name, rank: CHOSEN } : NO_NAMES;
}
