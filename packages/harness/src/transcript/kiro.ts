import { outputOf, textOf } from "./content.js";
import {
  amountIn,
  countIn,
  isRecord,
  type JsonRecord,
  latencyIn,
  listIn,
  nameIn,
  recordIn,
  recordsIn,
  textIn,
  timestampIn,
  unpacked,
} from "./json.js";
import { NO_NAMES, type NamesFound } from "./line-names.js";
import { readKiroHistory } from "./kiro-history.js";
import {
  failure,
  type LineReading,
  reading,
  sessionTotal,
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
 * A line is a message of the CLI (`{version, kind, data}`) or of the IDE (`{id, timestamp, payload}`), the CLI's
 * companion document with models and credits, or a row of the older SQLite store.
 */
export function readKiro(line: JsonRecord): LineReading {
  if (typeof line["kind"] === "string") return readCliLine(line["kind"], recordIn(line["data"]), line);
  if (isRecord(line["payload"])) return readIdeLine(line["payload"], line);
  if (isRecord(line["session_state"])) return readCompanion(line["session_state"], line);
  const history = recordIn(unpacked(line["value"] ?? line));
  return Array.isArray(history["history"]) ? readKiroHistory(history, line) : UNREADABLE;
}

const CLI_ROLES: ReadonlyMap<string, "user" | "assistant" | "system"> = new Map([
  ["Prompt", "user"],
  ["AssistantMessage", "assistant"],
  ["ToolResults", "system"],
  ["Compaction", "system"],
]);

function readCliLine(kind: string, data: JsonRecord, line: JsonRecord): LineReading {
  const timestamp = timestampIn(recordIn(data["meta"])["timestamp"]);
  const role = CLI_ROLES.get(kind);
  if (role === undefined) return unknown(kind, line, timestamp);
  const saying: Saying = { timestamp, model: null };
  const summary = spoken("system", data["summary"], saying);
  const events = recordsIn(data["content"]).flatMap((block) => cliBlock(role, block, saying));
  return reading({ type: kind, timestamp, events: [...summary, ...events] });
}

function cliBlock(role: "user" | "assistant" | "system", block: JsonRecord, saying: Saying): TranscriptEvent[] {
  const data = recordIn(block["data"]);
  switch (block["kind"]) {
    case "text":
      return spoken(role, block["data"], saying);
    case "thinking":
      return spoken("thinking", textOf(block["data"]), saying);
    case "toolUse":
      return [toolCall({ id: data["toolUseId"], name: data["name"], input: unpacked(data["input"]) }, saying)];
    case "toolResult": {
      const isError = typeof data["status"] === "string" && data["status"] !== "success";
      return [toolResult({ id: data["toolUseId"], output: cliOutput(data["content"]), isError }, saying)];
    }
    default:
      return [];
  }
}

/** Blocks of text, or of JSON. */
function cliOutput(content: unknown): string | null {
  const parts = listIn(content).map((block) => outputOf(recordIn(block)["data"] ?? block));
  return parts.length === 0 ? outputOf(content) : parts.filter((part) => part !== null).join("\n");
}

const STOPPED = new Set(["error", "failed", "aborted", "cancelled"]);
const IDE_METADATA = new Set([
  "turn_start",
  "pending_interaction",
  "interaction_resolved",
  "usage_summary",
  "tombstone",
]);

function readIdeLine(payload: JsonRecord, line: JsonRecord): LineReading {
  const timestamp = timestampIn(line["timestamp"]);
  const type = textIn(payload["type"]);
  if (type === null) return UNREADABLE;
  const events = ideEvents(type, payload, { timestamp, model: null });
  if (events === null && !IDE_METADATA.has(type)) return unknown(type, line, timestamp);
  return reading({ type, timestamp, events: events ?? [], subagent: nameIn(payload["subAgentName"]) });
}

/** Null: of another type. */
function ideEvents(type: string, payload: JsonRecord, saying: Saying): TranscriptEvent[] | null {
  const content = textOf(payload["content"]);
  switch (type) {
    case "user":
      return spoken("user", content, saying);
    case "assistant":
      return spoken(payload["operationType"] === "Reasoning" ? "thinking" : "assistant", content, saying);
    case "tool_call": {
      const { toolCallId: id, toolName: name } = payload;
      return [toolCall({ id, name, input: unpacked(payload["args"]) }, saying)];
    }
    case "tool_result":
      return [
        toolResult(
          {
            id: payload["toolCallId"],
            output: outputOf(payload["content"]),
            isError: payload["success"] === false,
            latencyMs: latencyIn(payload["durationMs"]),
          },
          saying,
        ),
      ];
    case "turn_end":
      return ended(payload["stopReason"], payload["errorMessage"], saying);
    case "sub_agent_start":
      return spoken("system", `Subagent started: ${nameIn(payload["subAgentName"]) ?? "unnamed"}`, saying);
    case "sub_agent_complete":
      return ended(payload["status"], payload["errorMessage"], saying);
    case "session_metadata":
      return payload["key"] === "displayError" ? [failure(outputOf(payload["value"]), saying)] : [];
    default:
      return null;
  }
}

function ended(reason: unknown, message: unknown, saying: Saying): TranscriptEvent[] {
  if (typeof reason !== "string" || !STOPPED.has(reason)) return [];
  return [failure(textIn(message) ?? `The turn ended: ${reason}`, saying)];
}

/** Says what the turns cost, in credits, and which model answered; the messages say neither. */
function readCompanion(state: JsonRecord, line: JsonRecord): LineReading {
  const turns = recordsIn(recordIn(state["conversation_metadata"])["user_turn_metadatas"]);
  const model = nameIn(recordIn(recordIn(state["rts_model_state"])["model_info"])["model_id"]);
  const spent = turns
    .flatMap((turn) => recordsIn(turn["metering_usage"]))
    .filter(({ unit }) => unit === "credit")
    .reduce((sum, { value }) => sum + (amountIn(value) ?? 0), 0);
  const usage = usageOf({
    key: sessionTotal(nameIn(line["session_id"])),
    model,
    input: turns.reduce((sum, turn) => sum + countIn(turn["input_token_count"]), 0),
    output: turns.reduce((sum, turn) => sum + countIn(turn["output_token_count"]), 0),
    credits: spent === 0 ? null : spent,
  });
  const agent = nameIn(state["agent_name"]);
  return reading({
    type: "session",
    timestamp: timestampIn(line["updated_at"]),
    model,
    usage,
    totalCredits: spent === 0 ? null : spent,
    subagent: agent === "kiro_default" ? null : agent,
    parentSessionId: nameIn(line["parent_session_id"]),
    delegated: nameIn(line["parent_session_id"]) !== null,
  });
}

export function kiroNames({ session_state: state, cwd, title }: JsonRecord): NamesFound {
  return isRecord(state) ? { title, cwd } : NO_NAMES;
}
