import { firstText, outputOf } from "./content.js";
import { isRecord, type JsonRecord, nameIn, recordIn, textIn, timestampIn } from "./json.js";
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
 * A line is a step `{type, status, <type>: {…}}` of the transcript that the hook `post_cascade_response_with_transcript`
 * names. A step that is neither a prompt nor an answer is what a tool did, call and result in one.
 */
export function readWindsurf(line: JsonRecord): LineReading {
  const type = textIn(line["type"]);
  if (type === null) return UNREADABLE;
  const details = line[type];
  const timestamp = timestampIn(line["timestamp"] ?? line["created_at"]);
  const model = nameIn(line["model"] ?? line["model_name"]);
  if (!isRecord(details)) return unknown(type, line, timestamp);
  return reading({ type, timestamp, model, events: eventsIn(type, details, line["status"], { timestamp, model }) });
}

function eventsIn(type: string, details: JsonRecord, status: unknown, saying: Saying): TranscriptEvent[] {
  switch (type) {
    case "user_input":
      return spoken("user", firstText(details, ["user_response", "text", "content"]), saying);
    case "planner_response":
      return [
        ...spoken("thinking", details["thinking"], saying),
        ...spoken("assistant", firstText(details, ["response", "text", "content"]), saying),
      ];
    case "error_message":
      return [failure(firstText(details, ["message", "error", "text"]), saying)];
    case "checkpoint":
    case "memory":
    case "ephemeral_message":
    case "system_message":
      return spoken("system", firstText(details, ["message", "content", "text"]), saying);
    default:
      return stepOf(type, details, status, saying);
  }
}

function stepOf(type: string, details: JsonRecord, status: unknown, saying: Saying): TranscriptEvent[] {
  const name = details["mcp_tool_name"] ?? details["tool_name"] ?? type;
  const call = toolCall({ id: details["id"], name, input: details }, saying);
  if (status !== "done" && status !== "error") return [call];
  const output = outputOf(
    details["output"] ?? details["result"] ?? details["mcp_result"] ?? recordIn(details["error"])["message"],
  );
  return [call, toolResult({ id: details["id"], name, output, isError: status === "error" }, saying)];
}
