import { outputOf, textOf } from "./content.js";
import { readCopilotCli } from "./copilot-cli.js";
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
 * A line is a step of VS Code's mutation log (`kind` 0 the whole session, 1 set, 2 push, 3 delete), the whole session as
 * one document, or an event of the extension's own transcript, which has the form of Copilot CLI's.
 */
export function readCopilot(line: JsonRecord): LineReading {
  const { kind } = line;
  if (typeof line["type"] === "string") return readCopilotCli(line);
  if (Array.isArray(line["requests"])) return readSession(line, "session");
  if (kind === 0) return readSession(recordIn(line["v"]), "snapshot");
  if (kind === 1 || kind === 2) return readMutation(line, kind === 1 ? "set" : "push");
  if (kind === 3) return reading({ type: "delete" });
  return typeof kind === "number" ? unknown(`kind.${String(kind)}`, line) : UNREADABLE;
}

function readSession(session: JsonRecord, type: string): LineReading {
  const requests = recordsIn(session["requests"]);
  const usages = requests.map((request) => usageIn(request["result"], request)).filter((usage) => usage !== null);
  const last = requests.at(-1) ?? {};
  return reading({
    type,
    timestamp: timestampIn(session["lastMessageDate"] ?? session["creationDate"]),
    events: requests.flatMap(requestEvents),
    model: modelIn(last),
    usage: usageOf({
      key: nameIn(session["sessionId"]),
      model: modelIn(last),
      input: usages.reduce((sum, { input }) => sum + input, 0),
      output: usages.reduce((sum, { output }) => sum + output, 0),
    }),
    record: nameIn(session["sessionId"]),
  });
}

/** The path says what changed; of a request only its number is known here. */
function readMutation(line: JsonRecord, verb: string): LineReading {
  const path = listIn(line["k"]);
  const names = path.filter((step) => typeof step === "string");
  const type = [verb, ...names].join(".");
  const value = line["v"];
  const requestId = `request:${nameIn(path[1]) ?? ""}`;
  const saying: Saying = { timestamp: null, model: null };
  switch (names.join(".")) {
    case "requests": {
      const requests = Array.isArray(value) ? recordsIn(value) : [recordIn(value)];
      const [first] = requests;
      const timestamp = timestampIn(first?.["timestamp"]);
      return reading({ type, timestamp, events: requests.flatMap(requestEvents), model: modelIn(first ?? {}) });
    }
    case "requests.response":
      return readParts(type, Array.isArray(value) ? value : [value], saying);
    case "requests.result":
      return reading({
        type,
        events: errorIn(value, saying),
        usage: usageIn(value, { requestId }),
      });
    case "requests.promptTokens":
      return reading({ type, usage: usageIn(null, { requestId, promptTokens: value }) });
    case "requests.completionTokens":
      return reading({ type, usage: usageIn(null, { requestId, completionTokens: value }) });
    case "requests.modelId":
      return reading({ type, model: nameIn(value) });
    default:
      return reading({ type });
  }
}

function modelIn(request: JsonRecord): string | null {
  return nameIn(request["modelId"]);
}

function requestEvents(request: JsonRecord): TranscriptEvent[] {
  const saying: Saying = { timestamp: timestampIn(request["timestamp"]), model: modelIn(request) };
  const { message } = request;
  return [
    ...spoken("user", isRecord(message) ? message["text"] : message, saying),
    ...listIn(request["response"]).flatMap((part) => partEvents(part, saying) ?? []),
    ...errorIn(request["result"], saying),
  ];
}

/** Parts that only change how the answer looks. */
const FOR_THE_EYE = new Set([
  "codeblockUri",
  "command",
  "confirmation",
  "elicitation",
  "elicitationSerialized",
  "extensions",
  "inlineReference",
  "markdownVuln",
  "mcpServersStarting",
  "multiDiffData",
  "notebookEditGroup",
  "prepareToolInvocation",
  "progressMessage",
  "progressTask",
  "progressTaskSerialized",
  "pullRequest",
  "references",
  "textEditGroup",
  "treeData",
  "undoStop",
  "workspaceEdit",
]);

function readParts(type: string, parts: readonly unknown[], saying: Saying): LineReading {
  const events: TranscriptEvent[] = [];
  for (const part of parts) {
    const shown = partEvents(part, saying);
    if (shown === null) return unknown(`${type}.${nameIn(recordIn(part)["kind"]) ?? "part"}`, recordIn(part));
    events.push(...shown);
  }
  return reading({ type, events });
}

/** Null: of another kind. */
function partEvents(value: unknown, saying: Saying): TranscriptEvent[] | null {
  const part = recordIn(value);
  const { kind } = part;
  switch (kind ?? "markdownContent") {
    case "markdownContent":
      return spoken("assistant", textOf(part["value"] ?? part["content"]) ?? nested(part), saying);
    case "thinking":
      return spoken("thinking", textOf(part["value"]), saying);
    case "toolInvocation":
    case "toolInvocationSerialized":
      return invocation(part, saying);
    case "warning":
    case "errorDetails":
      return [failure(nested(part) ?? textOf(part["content"]), saying)];
    default:
      return typeof kind === "string" && FOR_THE_EYE.has(kind) ? [] : null;
  }
}

/** Markdown is a string, or an object with one. */
function nested(part: JsonRecord): string | null {
  return textIn(recordIn(part["value"] ?? part["content"])["value"]);
}

function invocation(part: JsonRecord, saying: Saying): TranscriptEvent[] {
  const { toolId: name, toolCallId: id, toolSpecificData: details, resultDetails } = part;
  const message = part["invocationMessage"];
  const input = details ?? textIn(message) ?? textIn(recordIn(message)["value"]);
  const call = toolCall({ id, name, input }, saying);
  if (part["isComplete"] !== true) return [call];
  const past = part["pastTenseMessage"];
  const output = isRecord(resultDetails) ? outputOf(valuesIn(resultDetails["output"])) : null;
  const result = toolResult(
    {
      id,
      name,
      output: output ?? textIn(past) ?? textIn(recordIn(past)["value"]),
      isError: recordIn(resultDetails)["isError"] === true,
    },
    saying,
  );
  return [call, result];
}

function valuesIn(output: unknown): unknown {
  const values = recordsIn(output)
    .map(({ value }) => textIn(value))
    .filter((value) => value !== null);
  return values.length === 0 ? output : values;
}

function errorIn(result: unknown, saying: Saying): TranscriptEvent[] {
  const { errorDetails } = recordIn(result);
  return isRecord(errorDetails) ? [failure(errorDetails["message"] ?? errorDetails["code"], saying)] : [];
}

/** Newer versions say how long prompt and answer were, in one of two places; what the cache gave is not told. */
function usageIn(result: unknown, request: JsonRecord): Usage | null {
  const metadata = recordIn(recordIn(result)["metadata"]);
  return usageOf({
    key: nameIn(request["requestId"]),
    model: nameIn(metadata["resolvedModel"]) ?? modelIn(request),
    input: countIn(request["promptTokens"] ?? metadata["promptTokens"]),
    output: countIn(request["completionTokens"] ?? metadata["outputTokens"]),
  });
}

/** Snapshots have the whole session; a mutation says by its path what it sets. */
export function copilotNames({ kind, k, v, customTitle: title }: JsonRecord): NamesFound {
  if (kind === 0) return { title: recordIn(v)["customTitle"] };
  if (kind === 1) return listIn(k)[0] === "customTitle" ? { title: v } : NO_NAMES;
  return { title };
}
