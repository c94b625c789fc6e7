import { outputOf, textOf } from "./content.js";
import { isRecord, type JsonRecord, latencyIn, recordIn, unpacked } from "./json.js";
import { type Saying, toolCall, toolResult, type TranscriptEvent } from "./reading.js";

const CALLS = new Set([
  "custom_tool_call",
  "function_call",
  "image_generation_call",
  "local_shell_call",
  "mcp_tool_call",
  "tool_search_call",
  "web_search_call",
]);
const OUTPUTS = new Set([
  "custom_tool_call_output",
  "function_call_output",
  "mcp_tool_call_output",
  "tool_search_output",
]);

export function isCodexCall(kind: string): boolean {
  return CALLS.has(kind) || OUTPUTS.has(kind);
}

export function codexCallEvents(kind: string, item: JsonRecord, saying: Saying): TranscriptEvent[] {
  const id = item["call_id"] ?? item["id"];
  if (OUTPUTS.has(kind)) return [toolResult({ id, name: item["name"], ...outcomeIn(item) }, saying)];
  const name = nameOf(item) ?? kind.replace("_call", "");
  const input = item["arguments"] ?? item["input"] ?? item["action"];
  return [toolCall({ id, name, input: unpacked(input) }, saying)];
}

/** Tools of an MCP server are called by their name within it, which may begin with the underscores that join both. */
function nameOf({ name, namespace }: JsonRecord): unknown {
  if (typeof name !== "string" || typeof namespace !== "string" || !namespace.startsWith("mcp__")) return name;
  return namespace.endsWith("_") || name.startsWith("_") ? `${namespace}${name}` : `${namespace}__${name}`;
}

interface Outcome {
  readonly output: string | null;
  readonly isError: boolean;
  readonly latencyMs: number | null;
}

/** Shells answer with a heading about how the command went, or with JSON that says so in its metadata. */
function outcomeIn(item: JsonRecord): Outcome {
  const value = unpacked(item["output"]);
  if (!isRecord(value)) {
    const output = Array.isArray(value) ? textOf(value) : outputOf(item["output"]);
    return { output, ...headingOf(output ?? "") };
  }
  const metadata = recordIn(value["metadata"]);
  const exitCode = metadata["exit_code"];
  return {
    output: outputOf(value["output"] ?? value["content"] ?? value),
    isError:
      value["success"] === false || value["isError"] === true || (typeof exitCode === "number" && exitCode !== 0),
    latencyMs: typeof metadata["duration_seconds"] === "number" ? latencyIn(metadata["duration_seconds"] * 1000) : null,
  };
}

/** What Codex itself answers in place of a command's output: the command did not run, or not to its end. */
const REFUSAL =
  /^(?:failed in sandbox |execution error: |(?:exec command|patch|command|MCP tool call) rejected by user|aborted(?: by user)?(?:$| after )|failed to parse function arguments|apply_patch verification failed|unsupported (?:custom tool )?call: |command timed out after )/;
const EXIT_CODE = /(?:^|\n)(?:Exit code: |Process exited with code )(-?\d{1,10})/;
const WALL_TIME = /(?:^|\n)Wall time: (\d{1,8}(?:\.\d{1,9})?) seconds/;

function headingOf(output: string): { isError: boolean; latencyMs: number | null } {
  const end = output.indexOf("\nOutput:");
  const heading = end < 0 || end > 400 ? "" : output.slice(0, end);
  const exitCode = EXIT_CODE.exec(heading)?.[1];
  const seconds = WALL_TIME.exec(heading)?.[1];
  return {
    isError: exitCode === undefined ? REFUSAL.test(output) : Number(exitCode) !== 0,
    latencyMs: seconds === undefined ? null : latencyIn(Number(seconds) * 1000),
  };
}
