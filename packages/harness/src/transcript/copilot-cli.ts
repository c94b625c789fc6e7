import { firstText, leadingTag, outputOf } from "./content.js";
import {
  amountIn,
  countIn,
  isRecord,
  type JsonRecord,
  latencyIn,
  nameIn,
  recordIn,
  recordsIn,
  textIn,
  timestampIn,
  unpacked,
} from "./json.js";
import { NO_NAMES, type NamesFound } from "./line-names.js";
import {
  asDelegated,
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
  type Usage,
  usageOf,
} from "./reading.js";

/** Events about the session, and such as repeat what a later one says whole. */
const METADATA = new Set([
  "assistant.intent",
  "assistant.message_delta",
  "assistant.message_start",
  "assistant.reasoning_delta",
  "assistant.streaming_delta",
  "assistant.turn_end",
  "assistant.turn_start",
  "assistant.usage",
  "hook.end",
  "hook.start",
  "pending_messages.modified",
  "permission.completed",
  "permission.requested",
  "session.auto_mode_resolved",
  "session.background_tasks_changed",
  "session.binary_asset",
  "session.compaction_start",
  "session.context_changed",
  "session.idle",
  "session.import_legacy",
  "session.mode_changed",
  "session.model_change",
  "session.plan_changed",
  "session.remote_steerable_changed",
  "session.resume",
  "session.shutdown",
  "session.skills_loaded",
  "session.snapshot_rewind",
  "session.start",
  "session.task_complete",
  "session.title_changed",
  "session.todos_changed",
  "session.tools_updated",
  "session.truncation",
  "session.usage_checkpoint",
  "session.usage_info",
  "session.usage_record",
  "session.workspace_file_changed",
  "subagent.completed",
  "subagent.deselected",
  "subagent.selected",
  "tool.execution_partial_result",
  "tool.execution_progress",
]);

/** A line is one event `{id, timestamp, parentId, agentId?, type, data}` of `events.jsonl`. */
export function readCopilotCli(line: JsonRecord): LineReading {
  const { type } = line;
  if (typeof type !== "string") return UNREADABLE;
  const timestamp = timestampIn(line["timestamp"]);
  const data = recordIn(line["data"]);
  const model = modelIn(type, data);
  const events = eventsIn(type, data, { timestamp, model });
  if (events === null && !METADATA.has(type)) return unknown(type, line, timestamp);
  const subagent = nameIn(line["agentId"]);
  return reading({
    type,
    timestamp,
    events: subagent === null ? (events ?? []) : (events ?? []).map(asDelegated),
    model,
    usage: usageIn(type, data, nameIn(line["id"])),
    totalCredits: TELLS_CREDITS.has(type) ? creditsIn(data) : null,
    subagent,
    parentSessionId: nameIn(data["parentSessionId"]),
  });
}

function modelIn(type: string, data: JsonRecord): string | null {
  if (type === "session.model_change") return nameIn(data["newModel"]);
  if (type === "session.start" || type === "session.resume") return nameIn(data["selectedModel"]);
  return type === "assistant.message" || type === "tool.execution_complete" ? nameIn(data["model"]) : null;
}

/** Null: of another type. */
function eventsIn(type: string, data: JsonRecord, saying: Saying): TranscriptEvent[] | null {
  switch (type) {
    case "user.message":
      return userMessage(data, saying);
    case "assistant.message":
      return [
        ...spoken("thinking", data["reasoningText"], saying),
        ...spoken("assistant", data["content"], saying),
        ...recordsIn(data["toolRequests"]).map((request) => callOf(request, request["name"], saying)),
      ];
    // The reasoning is in the message too, when it has one.
    case "assistant.reasoning":
      return [];
    // The call was mostly told by the message before: the context drops it then.
    case "tool.execution_start":
    case "tool.user_requested":
      return [callOf(data, data["toolName"], saying)];
    case "tool.execution_complete":
      return [resultOf(data, saying)];
    case "abort":
      return [failure(`The turn was aborted: ${nameIn(data["reason"]) ?? "no reason given"}`, saying)];
    case "session.error":
    case "subagent.failed":
    case "model.call_failure":
      return [failure(firstText(data, ["message", "error", "errorMessage"]) ?? textIn(data["errorType"]), saying)];
    default:
      return notice(type, data, saying);
  }
}

function notice(type: string, data: JsonRecord, saying: Saying): TranscriptEvent[] | null {
  switch (type) {
    case "system.message":
    case "system.notification":
    case "session.info":
    case "session.warning":
    case "session.handoff":
      return spoken("system", firstText(data, ["content", "message", "summary"]), saying);
    case "session.compaction_complete":
      return spoken("system", data["summaryContent"], saying);
    case "skill.invoked":
      return spoken("system", `Skill invoked: ${nameIn(data["name"]) ?? "unnamed"}`, saying);
    case "subagent.started":
      return spoken("system", `Subagent started: ${nameIn(data["agentName"]) ?? "unnamed"}`, saying);
    default:
      return null;
  }
}

/** `source` is there when something other than a person wrote the message. */
function userMessage(data: JsonRecord, saying: Saying): TranscriptEvent[] {
  const text = textIn(data["content"]);
  const source = textIn(data["source"]);
  const typed = (source === null || source === "user") && (text === null || leadingTag(text) === null);
  return spoken(typed ? "user" : "system", text, saying);
}

function callOf(data: JsonRecord, name: unknown, saying: Saying): TranscriptEvent {
  return toolCall({ id: data["toolCallId"], name, input: unpacked(data["arguments"]) }, saying);
}

function resultOf(data: JsonRecord, saying: Saying): TranscriptEvent {
  const { error, result } = data;
  const output = isRecord(result) ? firstText(result, ["content", "detailedContent"]) : null;
  return toolResult(
    {
      id: data["toolCallId"],
      name: data["toolName"],
      output: output ?? outputOf(result) ?? outputOf(error),
      isError: data["success"] === false,
      latencyMs: latencyIn(data["durationMs"]),
    },
    saying,
  );
}

/** Newer versions tell each request; older ones only the totals by model, at the end. */
function usageIn(type: string, data: JsonRecord, eventId: string | null): Usage | null {
  if (type === "session.usage_record") return requestUsage(recordIn(data["usage"]), eventId);
  if (type !== "session.shutdown") return null;
  const metrics = Object.entries(recordIn(data["modelMetrics"]));
  const counts = metrics.map(([, metric]) => recordIn(recordIn(metric)["usage"]));
  return usageOf({
    ...tokensIn(counts),
    // A session that was resumed goes on counting: each further total has the one before in it.
    key: sessionTotal(null),
    model: metrics.length === 1 ? nameIn(metrics[0]?.[0]) : null,
  });
}

const NANO = 1e9;

/** Checkpoints follow each turn. */
const TELLS_CREDITS = new Set(["session.usage_checkpoint", "session.shutdown"]);

function creditsIn(data: JsonRecord): number | null {
  const nanoCredits = amountIn(data["totalNanoAiu"], Number.MAX_SAFE_INTEGER);
  return nanoCredits === null ? null : nanoCredits / NANO;
}

function requestUsage(usage: JsonRecord, eventId: string | null): Usage | null {
  return usageOf({
    ...tokensIn([usage]),
    key: nameIn(usage["apiCallId"]) ?? eventId,
    model: nameIn(usage["model"]),
    credits: creditsIn(recordIn(usage["copilotUsage"])),
  });
}

/** `inputTokens` has in it what the cache gave and took. */
function tokensIn(counts: readonly JsonRecord[]): {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
} {
  const sum = (name: string) => counts.reduce((total, count) => total + countIn(count[name]), 0);
  const cacheRead = sum("cacheReadTokens");
  const cacheWrite = sum("cacheWriteTokens");
  const input = Math.max(0, sum("inputTokens") - cacheRead - cacheWrite);
  return { input, output: sum("outputTokens"), cacheRead, cacheWrite };
}

export function copilotCliNames({ type, data }: JsonRecord): NamesFound {
  if (type === "session.title_changed") return { title: recordIn(data)["title"] };
  if (type !== "session.start" && type !== "session.resume" && type !== "session.context_changed") return NO_NAMES;
  const { context } = recordIn(data);
  const { cwd, branch } = isRecord(context) ? context : recordIn(data);
  return { cwd, gitBranch: branch };
}
