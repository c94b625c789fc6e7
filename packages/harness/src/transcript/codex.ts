import { readCodexEvent } from "./codex-events.js";
import { codexCallEvents, isCodexCall } from "./codex-tools.js";
import { leadingTag, textOf } from "./content.js";
import { isRecord, type JsonRecord, nameIn, recordIn, textIn, timestampIn } from "./json.js";
import { CHOSEN, NO_NAMES, branchOf, type NamesFound } from "./line-names.js";
import { type LineReading, reading, type Saying, spoken, unknown, UNREADABLE } from "./reading.js";

/**
 * A line is `{timestamp, type, payload}` of a rollout file. What was said is there twice: as `event_msg` for people, and
 * as `response_item` for the model, with what Codex adds for it. Files of before that form are bare response items.
 */
export function readCodex(line: JsonRecord): LineReading {
  const { type, payload } = line;
  const timestamp = timestampIn(line["timestamp"]);
  if (!isRecord(payload)) return readBareLine(line, timestamp);
  if (typeof type !== "string") return UNREADABLE;
  switch (type) {
    case "event_msg":
      return readCodexEvent(payload, timestamp);
    case "response_item":
      return readItem(payload, timestamp, "response_item.");
    case "turn_context":
      return reading({ type, timestamp, model: nameIn(payload["model"]), turn: nameIn(payload["turn_id"]) });
    case "session_meta":
      return readMeta(payload, timestamp);
    case "compacted":
      return reading({ type, timestamp, events: spoken("system", payload["message"], { timestamp, model: null }) });
    case "world_state":
    case "inter_agent_communication_metadata":
      return reading({ type, timestamp });
    default:
      return unknown(type, line, timestamp);
  }
}

function readMeta(payload: JsonRecord, timestamp: string | null): LineReading {
  const { subagent } = recordIn(payload["source"]);
  const spawn = recordIn(recordIn(subagent)["thread_spawn"]);
  const parent = payload["parent_thread_id"] ?? spawn["parent_thread_id"] ?? payload["forked_from_id"];
  return reading({
    type: "session_meta",
    timestamp,
    parentSessionId: nameIn(parent),
    subagent: nameIn(payload["agent_role"] ?? spawn["agent_role"] ?? payload["agent_nickname"]),
    delegated: subagent !== undefined && subagent !== null,
    // A fork has its parent's lines next, with the time at which they were copied.
    fork: nameIn(payload["forked_from_id"]) === null ? null : nameIn(payload["id"]),
  });
}

/** Items that only serve the next request. */
const FOR_THE_MODEL = new Set([
  "additional_tools",
  "compaction",
  "compaction_summary",
  "compaction_trigger",
  "context_compaction",
  "ghost_snapshot",
]);

function readItem(item: JsonRecord, timestamp: string | null, prefix: string): LineReading {
  const kind = textIn(item["type"]);
  if (kind === null) return UNREADABLE;
  const type = `${prefix}${kind}`;
  const saying: Saying = { timestamp, model: null };
  const bare = prefix === "";
  if (kind === "message") return readMessage(item, type, saying);
  // Beside an `agent_reasoning` event that says the same.
  if (kind === "reasoning") {
    return reading({ type, timestamp, events: bare ? spoken("thinking", textOf(item["summary"]), saying) : [] });
  }
  if (isCodexCall(kind)) return reading({ type, timestamp, events: codexCallEvents(kind, item, saying) });
  // Words between agents: no event repeats them.
  if (kind === "agent_message")
    return reading({ type, timestamp, events: spoken("system", textOf(item["content"]), saying) });
  return FOR_THE_MODEL.has(kind) ? reading({ type, timestamp }) : unknown(type, item, timestamp);
}

const AGENTS_FILE = "# AGENTS.md";

function isInjected(text: string): boolean {
  return leadingTag(text) !== null || text.startsWith(AGENTS_FILE);
}

/** In an envelope, what was typed and answered is beside it as an event; what Codex put in is here alone. */
function readMessage(item: JsonRecord, type: string, saying: Saying): LineReading {
  const { timestamp } = saying;
  const text = textOf(item["content"]);
  const enveloped = type !== "message";
  const { role } = item;
  if (role === "developer" || role === "system" || (text !== null && role === "user" && isInjected(text))) {
    return reading({ type, timestamp, events: spoken("system", text, saying) });
  }
  if (enveloped) return reading({ type, timestamp });
  return reading({ type, timestamp, events: spoken(role === "user" ? "user" : "assistant", text, saying) });
}

/** The form of 2025: a header without a type, marks of state, and response items. */
function readBareLine(line: JsonRecord, timestamp: string | null): LineReading {
  if (line["record_type"] === "state") return reading({ type: "state", timestamp });
  if (typeof line["type"] === "string") return readItem(line, timestamp, "");
  return typeof line["id"] === "string" && timestamp !== null ? reading({ type: "header", timestamp }) : UNREADABLE;
}

export function codexNames({ type, payload }: JsonRecord): NamesFound {
  const { cwd, git, type: event, thread_name: title } = recordIn(payload);
  if (type === "session_meta") return { cwd, gitBranch: branchOf(recordIn(git)["branch"]) };
  if (type === "turn_context") return { cwd };
  return type === "event_msg" && event === "thread_name_updated" ? { title, rank: CHOSEN } : NO_NAMES;
}
