import { firstText, leadingTag, outputOf, textOf } from "./content.js";
import {
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

/**
 * A line is the header, a message, a change of the header (`$set`) or a rewind of a chat file; or a whole chat of
 * before there were lines. A message that is appended again replaces its former self.
 */
export function readGeminiCli(line: JsonRecord): LineReading {
  if (isRecord(line["$set"])) return reading({ type: "$set", timestamp: timestampIn(line["$set"]["lastUpdated"]) });
  if (typeof line["$rewindTo"] === "string") {
    return reading({ type: "$rewindTo", events: spoken("system", "The conversation was rewound.", NOBODY) });
  }
  if (typeof line["sessionId"] === "string" && line["type"] === undefined) return readChat(line);
  const type = textIn(line["type"]);
  if (type === null) return UNREADABLE;
  const { timestamp, model } = sayingOf(line);
  const events = messageEvents(type, line);
  if (events === null) return unknown(type, line, timestamp);
  return reading({ type, timestamp, events, model, usage: usageIn(line), record: nameIn(line["id"]) });
}

const NOBODY: Saying = { timestamp: null, model: null };

function sayingOf(message: JsonRecord): Saying {
  return { timestamp: timestampIn(message["timestamp"]), model: nameIn(message["model"]) };
}

/** The header alone, or with all messages in it. */
function readChat(chat: JsonRecord): LineReading {
  const messages = recordsIn(chat["messages"]);
  const usages = messages.map(usageIn).filter((usage) => usage !== null);
  const sum = (name: "input" | "output" | "cacheRead") => usages.reduce((total, usage) => total + usage[name], 0);
  const id = nameIn(chat["sessionId"]);
  const model = usages.at(-1)?.model ?? null;
  return reading({
    type: messages.length === 0 ? "header" : "chat",
    // A header is there before what it says was the last change.
    timestamp: timestampIn(messages.length === 0 ? (chat["startTime"] ?? chat["lastUpdated"]) : chat["lastUpdated"]),
    events: messages.flatMap((message) => messageEvents(textIn(message["type"]) ?? "", message) ?? []),
    model,
    usage: usageOf({ key: id, model, input: sum("input"), output: sum("output"), cacheRead: sum("cacheRead") }),
    subagent: chat["kind"] === "subagent" ? "subagent" : null,
    delegated: chat["kind"] === "subagent",
    record: id,
  });
}

/** Null: of another type. */
function messageEvents(type: string, message: JsonRecord): TranscriptEvent[] | null {
  const saying = sayingOf(message);
  const text = textOf(message["content"]);
  switch (type) {
    case "user":
      return userEvents(message["content"], text, saying);
    case "gemini":
    case "assistant":
      return [
        ...recordsIn(message["thoughts"]).flatMap((thought) => spoken("thinking", thoughtText(thought), saying)),
        ...spoken("assistant", text, saying),
        ...toolEvents(recordsIn(message["toolCalls"]), saying),
      ];
    case "error":
      return [failure(text, saying)];
    case "info":
    case "warning":
      return spoken("system", text, saying);
    default:
      return null;
  }
}

function userEvents(content: unknown, text: string | null, saying: Saying): TranscriptEvent[] {
  const answers = recordsIn(content).filter((part) => isRecord(part["functionResponse"]));
  if (answers.length > 0) {
    // The model's message has its tool calls with their results.
    return [];
  }
  const injected =
    text !== null && (leadingTag(text) === "session_context" || text.startsWith("This is the Gemini CLI."));
  return spoken(injected ? "system" : "user", text, saying);
}

function thoughtText({ subject, description }: JsonRecord): string | null {
  const parts = [textIn(subject), textIn(description)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join("\n");
}

const FAILED = new Set(["error", "cancelled"]);

/** All calls before all results: so a message that was shown with its calls only grows by the results. */
function toolEvents(calls: readonly JsonRecord[], saying: Saying): TranscriptEvent[] {
  const done = calls.filter(({ status }) => status === "success" || (typeof status === "string" && FAILED.has(status)));
  return [
    ...calls.map(({ id, name, args }) => toolCall({ id, name, input: unpacked(args) }, saying)),
    ...done.map((call) => resultOf(call, saying)),
  ];
}

function resultOf(call: JsonRecord, saying: Saying): TranscriptEvent {
  const { id, name, status } = call;
  const timestamp = timestampIn(call["timestamp"]) ?? saying.timestamp;
  const isError = typeof status === "string" && FAILED.has(status);
  return toolResult({ id, name, output: answerOf(call), isError }, { ...saying, timestamp });
}

/** `result` is a list of parts with function responses; `resultDisplay` is what the terminal showed. */
function answerOf(call: JsonRecord): string | null {
  const answers = listIn(call["result"]).map((part) =>
    recordIn(recordIn(recordIn(part)["functionResponse"])["response"]),
  );
  const texts = answers.map((answer) => firstText(answer, ["output", "error"])).filter((text) => text !== null);
  if (texts.length > 0) return texts.join("\n");
  const { result } = call;
  return textIn(call["resultDisplay"]) ?? (Array.isArray(result) && result.length === 0 ? null : outputOf(result));
}

/** `input` has what the cache gave in it, `output` lacks the thoughts. */
function usageIn(message: JsonRecord): Usage | null {
  const tokens = recordIn(message["tokens"]);
  const cacheRead = countIn(tokens["cached"]);
  return usageOf({
    key: nameIn(message["id"]),
    model: nameIn(message["model"]),
    input: Math.max(0, countIn(tokens["input"]) - cacheRead) + countIn(tokens["tool"]),
    output: countIn(tokens["output"]) + countIn(tokens["thoughts"]),
    cacheRead,
  });
}

export function geminiCliNames(line: JsonRecord): NamesFound {
  const header = isRecord(line["$set"]) ? line["$set"] : line;
  return header === line && line["type"] !== undefined
    ? NO_NAMES
    : { title: header["summary"], cwd: listIn(header["directories"])[0] };
}
