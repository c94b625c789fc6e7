import { insideTag } from "./content.js";
import { type JsonRecord, nameIn, recordsIn, textIn, timestampIn, unpacked } from "./json.js";
import {
  failure,
  type LineReading,
  reading,
  type Saying,
  spoken,
  toolCall,
  toolResult,
  type TranscriptEvent,
  UNREADABLE,
} from "./reading.js";

const SYSTEM = new Set([
  "CHECKPOINT",
  "CONVERSATION_HISTORY",
  "EPHEMERAL_MESSAGE",
  "KNOWLEDGE_ARTIFACTS",
  "SYSTEM_MESSAGE",
  "SYSTEM_PROMPT",
  "USER_SETTINGS_CHANGE",
]);

/**
 * A line is a step of `transcript.jsonl`. Steps have no ids: what a tool answered is the step after the one that called
 * it, and its type is the tool's. While a step runs it is written again and again: only the last time counts.
 */
export function readAntigravity(line: JsonRecord): LineReading {
  const type = textIn(line["type"]);
  if (type === null) return UNREADABLE;
  const timestamp = timestampIn(line["created_at"]);
  const model = chosenModel(textIn(line["content"]));
  if (line["status"] === "IN_PROGRESS") return reading({ type, timestamp, model });
  const events = eventsIn(type, line, { timestamp, model: null });
  const step = nameIn(line["step_index"]);
  return reading({ type, timestamp, model, events, record: step === null ? null : `step:${step}` });
}

function eventsIn(type: string, line: JsonRecord, saying: Saying): TranscriptEvent[] {
  const content = textIn(line["content"]);
  const failed = line["status"] === "ERROR";
  if (type === "USER_INPUT") return userInput(line, content, saying);
  if (type === "ERROR_MESSAGE") return [failure(content, saying)];
  if (SYSTEM.has(type)) return failed ? [failure(content, saying)] : spoken("system", content, saying);
  const calls = [
    ...spoken("thinking", line["thinking"], saying),
    ...(type === "PLANNER_RESPONSE" && !failed ? spoken("assistant", content, saying) : []),
    ...recordsIn(line["tool_calls"]).map((call) =>
      toolCall({ id: call["id"], name: call["name"], input: unpacked(call["args"] ?? call["arguments"]) }, saying),
    ),
  ];
  if (type === "PLANNER_RESPONSE") return failed ? [...calls, failure(content, saying)] : calls;
  const [only, ...others] = calls.filter(({ kind }) => kind === "tool_call");
  const id = others.length === 0 ? only?.toolCallId : null;
  return [...calls, toolResult({ id, name: type.toLowerCase(), output: content, isError: failed }, saying)];
}

/** What a person typed is in `<USER_REQUEST>`; beside it stands what the editor knows. */
function userInput(line: JsonRecord, content: string | null, saying: Saying): TranscriptEvent[] {
  const request = content === null ? null : insideTag(content, "USER_REQUEST");
  const typed = line["source"] !== "USER_IMPLICIT" && line["source"] !== "SYSTEM";
  return spoken(typed ? "user" : "system", request ?? content, saying);
}

/** The only place where the model is named: the user's choice of another. */
function chosenModel(content: string | null): string | null {
  const change = content === null ? null : insideTag(content, "USER_SETTINGS_CHANGE");
  const start = change?.indexOf("`Model Selection` from ") ?? -1;
  const to = start < 0 ? -1 : (change?.indexOf(" to ", start) ?? -1);
  if (change === null || to < 0) return null;
  const end = change.indexOf(". ", to);
  const name = change.slice(to + 4, end < 0 ? undefined : end).trim();
  return nameIn(name.endsWith(".") ? name.slice(0, -1) : name);
}
