import { leadingTag, textOf } from "./content.js";
import { countIn, durationIn, isRecord, type JsonRecord, latencyIn, nameIn, recordIn, textIn } from "./json.js";
import {
  type CallOutcome,
  failure,
  type LineReading,
  reading,
  sessionTotal,
  type Saying,
  spoken,
  type TranscriptEvent,
  unknown,
  UNREADABLE,
  type Usage,
  usageOf,
} from "./reading.js";

/** Events that say nothing which another line does not say better. */
const METADATA = new Set([
  "agent_reasoning_section_break",
  "collab_agent_interaction_begin",
  "collab_agent_interaction_end",
  "collab_agent_spawn_begin",
  "collab_agent_spawn_end",
  "collab_close_begin",
  "collab_close_end",
  "collab_waiting_begin",
  "collab_waiting_end",
  "context_compacted",
  "dynamic_tool_call_request",
  "dynamic_tool_call_response",
  "entered_review_mode",
  "exec_command_begin",
  "exited_review_mode",
  "guardian_assessment",
  "image_generation_end",
  "item_started",
  "mcp_startup_complete",
  "mcp_tool_call_begin",
  "patch_apply_begin",
  "plan_update",
  "session_configured",
  "sub_agent_activity",
  "task_complete",
  "thread_goal_updated",
  "thread_name_updated",
  "thread_rolled_back",
  "thread_settings_applied",
  "turn_complete",
  "turn_diff",
  "undo_completed",
  "undo_started",
  "view_image_tool_call",
  "web_search_begin",
  "web_search_end",
]);

const TURN_STARTS = new Set(["task_started", "turn_started"]);

export function readCodexEvent(payload: JsonRecord, timestamp: string | null): LineReading {
  const kind = textIn(payload["type"]);
  if (kind === null) return UNREADABLE;
  const type = `event_msg.${kind}`;
  if (kind === "token_count") return reading({ type, timestamp, usage: usageIn(payload["info"], timestamp) });
  const callOutcome = outcomeIn(kind, payload);
  if (callOutcome !== undefined) return reading({ type, timestamp, callOutcome });
  const events = eventsIn(kind, payload, { timestamp, model: null });
  if (events !== null) return reading({ type, timestamp, events });
  if (TURN_STARTS.has(kind)) return reading({ type, timestamp, turn: nameIn(payload["turn_id"]) });
  return METADATA.has(kind) ? reading({ type, timestamp }) : unknown(type, payload, timestamp);
}

/** Null: of another kind. */
function eventsIn(kind: string, payload: JsonRecord, saying: Saying): TranscriptEvent[] | null {
  switch (kind) {
    case "user_message":
      return userMessage(payload, saying);
    case "agent_message":
      return spoken("assistant", payload["message"], saying);
    case "agent_reasoning":
    case "agent_reasoning_raw_content":
      return spoken("thinking", payload["text"], saying);
    case "item_completed":
      return itemEvents(recordIn(payload["item"]), saying);
    case "turn_aborted":
      return [failure(`The turn was aborted: ${nameIn(payload["reason"]) ?? "no reason given"}`, saying)];
    case "error":
    case "stream_error":
      return [failure(payload["message"], saying)];
    case "warning":
    case "background_event":
    case "deprecation_notice":
      return spoken("system", payload["message"] ?? payload["summary"], saying);
    default:
      return null;
  }
}

/** Editors put their context before the request. */
const REQUEST_HEADING = "## My request for Codex:";

function userMessage(payload: JsonRecord, saying: Saying): TranscriptEvent[] {
  const text = textIn(payload["message"]) ?? (Array.isArray(payload["images"]) ? "[image]" : null);
  if (text === null) return [];
  const kind = payload["kind"] ?? "plain";
  const tag = leadingTag(text);
  const typed = kind === "plain" && tag !== "environment_context" && tag !== "user_instructions";
  const request = text.lastIndexOf(REQUEST_HEADING);
  const words = request < 0 ? text : text.slice(request + REQUEST_HEADING.length).trim();
  return spoken(typed ? "user" : "system", words, saying);
}

/** In paginated histories the messages are items; tools are response items there too. */
function itemEvents(item: JsonRecord, saying: Saying): TranscriptEvent[] {
  const text = textOf(item["content"]) ?? textIn(item["text"]);
  switch (item["type"]) {
    case "UserMessage":
    case "userMessage":
      return spoken("user", text, saying);
    case "AgentMessage":
    case "agentMessage":
    case "Plan":
    case "plan":
      return spoken("assistant", text, saying);
    case "Reasoning":
    case "reasoning":
      return spoken("thinking", textOf(item["summary_text"] ?? item["summary"]), saying);
    default:
      return [];
  }
}

/** The response item of the result says what the model was told; this says how it went. */
function outcomeIn(kind: string, payload: JsonRecord): CallOutcome | null | undefined {
  if (kind === "item_completed") return itemOutcome(recordIn(payload["item"]));
  if (!ENDS.has(kind)) return undefined;
  const id = nameIn(payload["call_id"]);
  const { result, exit_code: exitCode } = payload;
  const answer = recordIn(recordIn(result)["Ok"]);
  const isError =
    payload["success"] === false ||
    answer["isError"] === true ||
    answer["is_error"] === true ||
    recordIn(result)["Err"] !== undefined ||
    (typeof exitCode === "number" && exitCode !== 0);
  return id === null ? null : { id, isError, latencyMs: durationIn(payload["duration"]) };
}

const ENDS = new Set(["exec_command_end", "mcp_tool_call_end", "patch_apply_end"]);
const TOOL_ITEMS = new Set(["CommandExecution", "FileChange", "McpToolCall"]);
const FAILED = new Set(["declined", "failed"]);

function itemOutcome(item: JsonRecord): CallOutcome | null | undefined {
  const { type, status } = item;
  if (typeof type !== "string" || !TOOL_ITEMS.has(type)) return undefined;
  const id = nameIn(item["id"]);
  const isError = typeof status === "string" && FAILED.has(status.toLowerCase());
  return id === null
    ? null
    : { id, isError, latencyMs: latencyIn(item["duration_ms"]) ?? durationIn(item["duration"]) };
}

/** The same count is told again whenever limits change; the running total names what it belongs to. */
function usageIn(info: unknown, timestamp: string | null): Usage | null {
  if (!isRecord(info)) return null;
  const total = recordIn(info["total_token_usage"]);
  const last = info["last_token_usage"];
  const totalTokens = countIn(total["total_tokens"]);
  if (isRecord(last))
    return usageOf({ ...tokensIn(last), key: totalTokens > 0 ? `total:${String(totalTokens)}` : timestamp });
  return usageOf({ ...tokensIn(total), key: sessionTotal(null) });
}

function tokensIn(counts: JsonRecord): { input: number; output: number; cacheRead: number; cacheWrite: number } {
  const cacheRead = countIn(counts["cached_input_tokens"]);
  const cacheWrite = countIn(counts["cache_write_input_tokens"]);
  return {
    input: Math.max(0, countIn(counts["input_tokens"]) - cacheRead - cacheWrite),
    output: countIn(counts["output_tokens"]),
    cacheRead,
    cacheWrite,
  };
}
