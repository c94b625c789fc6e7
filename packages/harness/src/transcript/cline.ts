import { insideTag, leadingTag, messageEvents, type Typed } from "./content.js";
import {
  amountIn,
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
 * A line is an entry of `ui_messages.json` (`{ts, type: say | ask, …}`), or a message of `api_conversation_history.json`
 * or of the SDK's sessions (`{role, content}`). The first has times and costs: one of the two is enough.
 */
export function readCline(line: JsonRecord): LineReading {
  const { role, type } = line;
  if (role === "user" || role === "assistant") return readApiMessage(role, line);
  if (type !== "say" && type !== "ask") return typeof type === "string" ? unknown(type, line) : UNREADABLE;
  const kind = textIn(line[type]);
  const timestamp = timestampIn(line["ts"]);
  if (kind === null) return UNREADABLE;
  const lineType = `${type}.${kind}`;
  const model = nameIn(recordIn(line["modelInfo"])["modelId"]);
  const saying: Saying = { timestamp, model };
  if (kind === "api_req_started") return readRequest(lineType, line, saying);
  const events = isTask(line) ? spoken("user", line["text"], saying) : entryEvents(type, kind, line, saying);
  if (events === null)
    return METADATA.has(kind) ? reading({ type: lineType, timestamp }) : unknown(lineType, line, timestamp);
  return reading({ type: lineType, timestamp, events, model, record: recordOf(lineType, line) });
}

/** Entries of one moment are told apart by their kind, and by their number where the exporter has given them one. */
function recordOf(lineType: string, { ts, repeat }: JsonRecord): string | null {
  const moment = nameIn(ts);
  return moment === null ? null : `${moment} ${lineType} ${String(countIn(repeat))}`;
}

/** Before it had a kind of its own, a task was text from before the first message to the model. */
function isTask(line: JsonRecord): boolean {
  return line["say"] === "text" && line["conversationHistoryIndex"] === -1;
}

const METADATA = new Set([
  "api_req_finished",
  "api_req_retried",
  "auto_approval_max_req_reached",
  "browser_action_launch",
  "browser_action_result",
  "checkpoint_created",
  "conditional_rules_applied",
  "deleted_api_reqs",
  "generate_explanation",
  "hook_output_stream",
  "hook_status",
  "load_mcp_documentation",
  "mcp_notification",
  "mcp_server_request_started",
  "report_bug",
  "resume_completed_task",
  "resume_task",
  "shell_integration_warning",
  "shell_integration_warning_with_suggestion",
  "subagent_usage",
  "task_progress",
]);

const ERRORS = new Set(["api_req_failed", "clineignore_error", "diff_error", "error", "mistake_limit_reached"]);
const TYPED = new Set(["task", "user_feedback", "user_feedback_diff"]);
const ANSWERS = new Set(["completion_result", "followup", "plan_mode_respond", "plan_text", "text"]);
const NOTES = new Set(["condense", "error_retry", "info", "new_task", "summarize_task", "use_subagents", "subagent"]);

/** Null: of another kind. A call that a person had to allow is an `ask`, and is not said again. */
function entryEvents(type: string, kind: string, line: JsonRecord, saying: Saying): TranscriptEvent[] | null {
  const text = textIn(line["text"]);
  if (TYPED.has(kind)) return spoken("user", text, saying);
  if (ANSWERS.has(kind)) return spoken("assistant", type === "ask" ? questionIn(text) : text, saying);
  if (ERRORS.has(kind)) return [failure(text, saying)];
  if (NOTES.has(kind)) return spoken("system", text, saying);
  switch (kind) {
    case "reasoning":
      return spoken("thinking", text, saying);
    case "command":
      return [toolCall({ id: null, name: "execute_command", input: { command: commandIn(text) } }, saying)];
    case "command_output":
      // Without text it only asks whether to wait for the command.
      if (type === "ask" && text === null) return [];
      return [toolResult({ id: null, name: "execute_command", output: text, isError: false }, saying)];
    case "mcp_server_response":
      return [toolResult({ id: null, name: null, output: text, isError: false }, saying)];
    case "tool":
      return toolEvents(recordIn(unpacked(text)), textIn(line["result"]), saying);
    case "use_mcp_server":
    case "browser_action":
      return [callIn(kind, recordIn(unpacked(text)), saying)];
    default:
      return null;
  }
}

function questionIn(text: string | null): string | null {
  const question = unpacked(text);
  return isRecord(question) ? textIn(question["question"] ?? question["response"]) : text;
}

/** What is appended to a command that the model wants to be allowed. */
const ASKS_FOR_LEAVE = "REQ_APP";

function commandIn(text: string | null): string | null {
  return text?.endsWith(ASKS_FOR_LEAVE) === true ? text.slice(0, -ASKS_FOR_LEAVE.length) : text;
}

/** Their `content` is what they have found. Of other tools it is what they were given. */
const FINDERS = new Set(["listCodeDefinitionNames", "listFilesRecursive", "listFilesTopLevel", "searchFiles"]);

/** `result` is what the model was told of the call, which the exporter adds from the other document. */
function toolEvents(call: JsonRecord, result: string | null, saying: Saying): TranscriptEvent[] {
  const { content, ...asked } = call;
  const { tool } = call;
  const finds = typeof tool === "string" && FINDERS.has(tool);
  const told = callIn("tool", finds ? asked : call, saying);
  const output = result ?? (finds ? textIn(content) : null);
  if (output === null) return [told];
  const isError = output.slice(0, 1_000).includes(FAILURE);
  return [told, toolResult({ id: null, name: told.toolName, output, isError }, saying)];
}

function callIn(kind: string, call: JsonRecord, saying: Saying): TranscriptEvent {
  const { toolName, serverName } = call;
  if (kind !== "use_mcp_server") return toolCall({ id: null, name: call["tool"] ?? kind, input: call }, saying);
  const name = `${nameIn(serverName) ?? ""}/${nameIn(toolName ?? call["uri"]) ?? ""}`;
  return toolCall({ id: null, name, input: unpacked(call["arguments"]) }, saying);
}

/** The entry is written when the request starts, and completed when its answer has come. */
function readRequest(type: string, line: JsonRecord, saying: Saying): LineReading {
  const request = recordIn(unpacked(line["text"]));
  const { timestamp, model } = saying;
  const cancelled = textIn(request["cancelReason"]);
  const events =
    cancelled === null
      ? []
      : [failure(textIn(request["streamingFailedMessage"]) ?? `The request ended: ${cancelled}`, saying)];
  const usage = usageOf({
    key: nameIn(line["ts"]),
    model,
    input: countIn(request["tokensIn"]),
    output: countIn(request["tokensOut"]),
    cacheRead: countIn(request["cacheReads"]),
    cacheWrite: countIn(request["cacheWrites"]),
    costUsd: amountIn(request["cost"]),
  });
  return reading({ type, timestamp, events, model, usage, record: recordOf(type, line) });
}

const USER_TAGS = ["task", "feedback", "user_message", "answer"];

/** The extension wraps what was typed, and adds blocks of its own; the SDK keeps it as it is. */
function typedIn(content: unknown): Typed {
  const wraps = recordsIn(content).some(({ text }) => typeof text === "string" && leadingTag(text) !== null);
  return (text) => {
    const tag = leadingTag(text);
    return tag === null ? !wraps : USER_TAGS.includes(tag);
  };
}

const RESULT_HEADING = /^\[([\w-]{1,64})(?: for |\] Result:)/;
const FAILURE = "The tool execution failed";

/** Without its wrapping; and what a tool answered, which the extension tells as the user's text. */
function unwrapped(event: TranscriptEvent): TranscriptEvent {
  const { kind, text, timestamp } = event;
  if (text === null || (kind !== "user" && kind !== "system")) return event;
  const tool = RESULT_HEADING.exec(text)?.[1];
  if (tool !== undefined) {
    const isError = text.slice(0, 1_000).includes(FAILURE);
    return toolResult({ id: null, name: tool, output: text, isError }, { timestamp, model: null });
  }
  const tag = kind === "user" ? leadingTag(text) : null;
  return tag === null ? event : { ...event, text: insideTag(text, tag) };
}

function readApiMessage(role: "user" | "assistant", line: JsonRecord): LineReading {
  const timestamp = timestampIn(line["ts"] ?? line["timestamp"]);
  const model = nameIn(recordIn(line["modelInfo"])["modelId"] ?? recordIn(line["modelInfo"])["id"]);
  const { content } = line;
  const events = messageEvents(role, content, { timestamp, model }, typedIn(content)).map(unwrapped);
  const id = nameIn(line["id"]) ?? nameIn(line["ts"]);
  const usage = metricsIn(recordIn(line["metrics"]), id ?? firstCall(events), model);
  return reading({ type: `message.${role}`, timestamp, events, model, usage, record: id });
}

/** Older messages have no id; what they call has. */
function firstCall(events: readonly TranscriptEvent[]): string | null {
  return events.find(({ kind }) => kind === "tool_call")?.toolCallId ?? null;
}

function metricsIn(metrics: JsonRecord, key: string | null, model: string | null): Usage | null {
  const tokens = isRecord(metrics["tokens"]) ? metrics["tokens"] : metrics;
  return usageOf({
    key,
    model,
    input: countIn(tokens["inputTokens"] ?? tokens["prompt"]),
    output: countIn(tokens["outputTokens"] ?? tokens["completion"]),
    cacheRead: countIn(tokens["cacheReadTokens"] ?? tokens["cached"]),
    cacheWrite: countIn(tokens["cacheWriteTokens"]),
    costUsd: amountIn(metrics["cost"]),
  });
}
