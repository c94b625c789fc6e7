import { messageEvents, outputOf } from "./content.js";
import { amountIn, countIn, type JsonRecord, nameIn, recordIn, recordsIn, textIn, timestampIn } from "./json.js";
import {
  failure,
  type LineReading,
  reading,
  type Saying,
  spoken,
  toolResult,
  type TranscriptEvent,
  unknown,
  UNREADABLE,
  type Usage,
  usageOf,
} from "./reading.js";

/** A line is a thread (`T-….json`) with all its messages, or one message of it. */
export function readAmp(line: JsonRecord): LineReading {
  if (Array.isArray(line["messages"])) return readThread(line);
  const { role } = line;
  if (role !== "user" && role !== "assistant") {
    return typeof role === "string" ? unknown(role, line) : UNREADABLE;
  }
  const saying = sayingOf(line);
  const id = nameIn(line["messageId"] ?? line["messageID"] ?? line["id"]);
  return reading({
    type: `message.${role}`,
    timestamp: saying.timestamp,
    events: eventsIn(line, saying),
    model: saying.model,
    usage: usageIn(line, id),
    record: id,
  });
}

function readThread(thread: JsonRecord): LineReading {
  const id = nameIn(thread["id"]);
  const messages = recordsIn(thread["messages"]);
  const usages = messages.map((message) => usageIn(message, "message")).filter((usage) => usage !== null);
  const sum = (name: "input" | "output" | "cacheRead" | "cacheWrite") =>
    usages.reduce((total, usage) => total + usage[name], 0);
  const model = usages.at(-1)?.model ?? null;
  return reading({
    type: "thread",
    timestamp: timestampIn(thread["updatedAt"] ?? thread["created"]),
    events: messages.flatMap((message) => eventsIn(message, sayingOf(message))),
    model,
    usage: usageOf({
      key: id,
      model,
      input: sum("input"),
      output: sum("output"),
      cacheRead: sum("cacheRead"),
      cacheWrite: sum("cacheWrite"),
      credits: spentCredits(thread, messages),
    }),
    totalCredits: spentCredits(thread, messages),
    parentSessionId: nameIn(thread["mainThreadID"] ?? thread["parentThreadID"]),
    delegated: nameIn(thread["mainThreadID"]) !== null,
    record: id,
  });
}

/** The ledger counts subagents and tools too; messages alone count what they cost themselves. */
function spentCredits(thread: JsonRecord, messages: readonly JsonRecord[]): number | null {
  const ledger = recordsIn(recordIn(thread["usageLedger"])["events"]);
  const entries = ledger.length > 0 ? ledger : messages.map((message) => recordIn(message["usage"]));
  const spent = entries.reduce((total, { credits }) => total + (amountIn(credits) ?? 0), 0);
  return spent === 0 ? null : spent;
}

function sayingOf(message: JsonRecord): Saying {
  const usage = recordIn(message["usage"]);
  const when =
    recordIn(message["meta"])["sentAt"] ?? usage["timestamp"] ?? message["timestamp"] ?? message["createdAt"];
  return { timestamp: timestampIn(when), model: nameIn(usage["model"]) };
}

function eventsIn(message: JsonRecord, saying: Saying): TranscriptEvent[] {
  const { role, content } = message;
  if (role !== "user" && role !== "assistant") return [];
  const results = recordsIn(content).filter((block) => block["type"] === "tool_result" && block["run"] !== undefined);
  const said = results.length > 0 ? [] : messageEvents(role, content ?? message["text"], saying, () => true);
  return [...results.map((block) => resultOf(block, saying)), ...said, ...stateEvents(message, saying)];
}

const FAILED = new Set(["error", "cancelled", "rejected-by-user", "blocked-on-user"]);

/** Amp keeps a tool's run where others keep its answer. */
function resultOf(block: JsonRecord, saying: Saying): TranscriptEvent {
  const run = recordIn(block["run"]);
  const { status, result, error } = run;
  return toolResult(
    {
      id: block["toolUseID"] ?? block["tool_use_id"],
      output: outputOf(result) ?? outputOf(recordIn(error)["message"] ?? error),
      isError: typeof status === "string" && FAILED.has(status),
    },
    saying,
  );
}

function stateEvents(message: JsonRecord, saying: Saying): TranscriptEvent[] {
  const state = recordIn(message["state"]);
  if (state["type"] === "cancelled") return [failure("The turn was cancelled.", saying)];
  if (state["type"] !== "error") return [];
  const text = textIn(recordIn(state["error"])["message"]);
  return text === null ? spoken("system", "The turn failed.", saying) : [failure(text, saying)];
}

function usageIn(message: JsonRecord, key: string | null): Usage | null {
  const usage = recordIn(message["usage"]);
  return usageOf({
    key,
    model: nameIn(usage["model"]),
    input: countIn(usage["inputTokens"]),
    output: countIn(usage["outputTokens"]),
    cacheRead: countIn(usage["cacheReadInputTokens"]),
    cacheWrite: countIn(usage["cacheCreationInputTokens"]),
    credits: amountIn(usage["credits"]),
  });
}
