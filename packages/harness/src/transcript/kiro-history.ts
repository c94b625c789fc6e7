import { outputOf, textOf } from "./content.js";
import { isRecord, type JsonRecord, nameIn, recordIn, recordsIn, textIn, timestampIn } from "./json.js";
import {
  type LineReading,
  reading,
  type Saying,
  spoken,
  toolCall,
  toolResult,
  type TranscriptEvent,
} from "./reading.js";

/** A row of `conversations_v2`: the whole conversation, as pairs of what went in and what came back. */
export function readKiroHistory(conversation: JsonRecord, line: JsonRecord): LineReading {
  const id = nameIn(conversation["conversation_id"]) ?? nameIn(line["conversation_id"]);
  const model = nameIn(recordIn(conversation["model_info"])["model_id"]);
  const events = recordsIn(conversation["history"]).flatMap((turn) => turnEvents(turn, model));
  const timestamp = timestampIn(line["updated_at"]) ?? events.at(-1)?.timestamp ?? null;
  return reading({ type: "conversation", timestamp, events, model, record: id });
}

function turnEvents(turn: JsonRecord, model: string | null): TranscriptEvent[] {
  const user = recordIn(turn["user"]);
  const asked: Saying = { timestamp: timestampIn(user["timestamp"]), model };
  const ended = timestampIn(recordIn(turn["request_metadata"])["stream_end_timestamp_ms"]);
  return [
    ...inputEvents(recordIn(user["content"]), asked),
    ...replyEvents(recordIn(turn["assistant"]), { timestamp: ended ?? asked.timestamp, model }),
  ];
}

function inputEvents(content: JsonRecord, saying: Saying): TranscriptEvent[] {
  const results = recordIn(content["ToolUseResults"] ?? content["CancelledToolUses"]);
  return [
    ...recordsIn(results["tool_use_results"]).map((result) =>
      toolResult(
        {
          id: result["tool_use_id"],
          output: recordsIn(result["content"])
            .map((part) => outputOf(part["Text"] ?? part["Json"] ?? part))
            .filter((part) => part !== null)
            .join("\n"),
          isError: typeof result["status"] === "string" && result["status"].toLowerCase() !== "success",
        },
        saying,
      ),
    ),
    ...spoken("user", recordIn(content["Prompt"])["prompt"] ?? results["prompt"], saying),
  ];
}

function replyEvents(assistant: JsonRecord, saying: Saying): TranscriptEvent[] {
  const reply = recordIn(isRecord(assistant["ToolUse"]) ? assistant["ToolUse"] : assistant["Response"]);
  return [
    ...spoken("assistant", textIn(reply["content"]) ?? textOf(reply["content"]), saying),
    ...recordsIn(reply["tool_uses"]).map((use) =>
      toolCall(
        { id: use["id"], name: use["orig_name"] ?? use["name"], input: use["orig_args"] ?? use["args"] },
        saying,
      ),
    ),
  ];
}
