import { outputOf, textOf } from "./content.js";
import {
  countIn,
  isRecord,
  type JsonRecord,
  nameIn,
  recordIn,
  recordsIn,
  textIn,
  timestampIn,
  unpacked,
} from "./json.js";
import type { NamesFound } from "./line-names.js";
import {
  type LineReading,
  reading,
  type Saying,
  spoken,
  toolCall,
  toolResult,
  type TranscriptEvent,
  UNREADABLE,
  type Usage,
  usageOf,
} from "./reading.js";

/**
 * A line is a row of `threads` with its blob unpacked (`{id, updated_at, data: {messages, …}}`), such a thread alone, or
 * one message of it. Messages have no time of their own.
 */
export function readZed(line: JsonRecord): LineReading {
  const blob = unpacked(line["data"]);
  const thread = isRecord(blob) ? blob : line;
  const timestamp = timestampIn(line["updated_at"] ?? thread["updated_at"] ?? line["created_at"]);
  const model = nameIn(recordIn(thread["model"])["model"]);
  const saying: Saying = { timestamp, model };
  if (Array.isArray(thread["messages"])) {
    const id = nameIn(line["id"]);
    return reading({
      type: "thread",
      timestamp,
      model,
      events: recordsIn(thread["messages"]).flatMap((message) => messageEvents(message, saying)),
      usage: usageIn(thread, id ?? "thread", model),
      parentSessionId: nameIn(line["parent_id"]),
      delegated: nameIn(line["parent_id"]) !== null,
      record: id ?? "thread",
    });
  }
  const kind = kindOf(line);
  return kind === null ? UNREADABLE : reading({ type: kind, timestamp, events: messageEvents(line, saying) });
}

function kindOf(message: JsonRecord): string | null {
  if (isRecord(message["User"])) return "User";
  return isRecord(message["Agent"]) ? "Agent" : textIn(message["role"]);
}

function messageEvents(message: JsonRecord, saying: Saying): TranscriptEvent[] {
  const { User: user, Agent: agent } = message;
  if (isRecord(user)) return spoken("user", userText(user["content"]), saying);
  if (!isRecord(agent)) return legacyEvents(message, saying);
  return [...recordsIn(agent["content"]).flatMap((block) => blockEvents(block, saying)), ...resultsIn(agent, saying)];
}

/** What was typed; what was mentioned is put in by Zed. */
function userText(content: unknown): string | null {
  const words = recordsIn(content).filter((block) => block["Mention"] === undefined);
  return textOf(words.map((block) => (block["Image"] === undefined ? block : { type: "image" })));
}

function blockEvents(block: JsonRecord, saying: Saying): TranscriptEvent[] {
  const { Thinking: thinking, ToolUse: use } = block;
  if (isRecord(thinking)) return spoken("thinking", thinking["text"], saying);
  if (isRecord(use)) return [callOf(use, saying)];
  return spoken("assistant", textOf(block["Text"]), saying);
}

function callOf(use: JsonRecord, saying: Saying): TranscriptEvent {
  return toolCall({ id: use["id"], name: use["name"], input: unpacked(use["input"] ?? use["raw_input"]) }, saying);
}

function resultOf(result: JsonRecord, id: unknown, saying: Saying): TranscriptEvent {
  const output = textOf(result["content"]) ?? outputOf(result["output"]) ?? outputOf(result["content"]);
  return toolResult({ id, name: result["tool_name"], output, isError: result["is_error"] === true }, saying);
}

function resultsIn(agent: JsonRecord, saying: Saying): TranscriptEvent[] {
  return Object.entries(recordIn(agent["tool_results"])).map(([id, result]) => resultOf(recordIn(result), id, saying));
}

/** Threads of before the agent was rewritten. */
function legacyEvents(message: JsonRecord, saying: Saying): TranscriptEvent[] {
  const { role } = message;
  const speaker = role === "user" || role === "assistant" ? role : "system";
  return [
    ...recordsIn(message["segments"]).flatMap((segment) =>
      spoken(segment["type"] === "thinking" ? "thinking" : speaker, textOf(segment), saying),
    ),
    ...recordsIn(message["tool_uses"]).map((use) => callOf(use, saying)),
    ...recordsIn(message["tool_results"]).map((result) => resultOf(result, result["tool_use_id"], saying)),
  ];
}

/** The running total; older threads have only the last request of each prompt. */
function usageIn(thread: JsonRecord, key: string, model: string | null): Usage | null {
  const requests = Object.values(recordIn(thread["request_token_usage"])).map(recordIn);
  return sumOf([recordIn(thread["cumulative_token_usage"])], key, model) ?? sumOf(requests, key, model);
}

function sumOf(counts: readonly JsonRecord[], key: string, model: string | null): Usage | null {
  const sum = (name: string) => counts.reduce((total, count) => total + countIn(count[name]), 0);
  return usageOf({
    key,
    model,
    input: sum("input_tokens"),
    output: sum("output_tokens"),
    cacheRead: sum("cache_read_input_tokens"),
    cacheWrite: sum("cache_creation_input_tokens"),
  });
}

export function zedNames({ summary, data }: JsonRecord): NamesFound {
  return { title: summary ?? recordIn(unpacked(data))["title"] };
}
