import { shorten } from "@tackroom/contract/shorten";
import { isRecord, listIn, textIn } from "../transcript/json.js";
import { fileChangesOf } from "./file-changes.js";
import { commandOf, memberOf, PATH } from "./tool-input.js";
import { mcpToolOf, plainToolName, toolUseOf, type ToolUse } from "./tool-use.js";

/** What a call does, in words: "Read", "src/a.ts". */
interface CallWords {
  readonly use: ToolUse;
  readonly verb: string;
  readonly object: string;
}

const MAX_OBJECT_LENGTH = 300;
const PATTERN = ["pattern", "query", "Query", "regex", "search_term", "SearchPattern", "q"];
const WEB = ["url", "query", "q", "prompt", "search_term"];
const TASK = ["description", "title", "prompt", "task", "message", "objective"];

export function describeCall(toolName: string | null, input: unknown): CallWords {
  const use = toolUseOf(toolName, input);
  const name = toolName ?? "Tool";
  const words = WORDS[use](name, input);
  return { use, verb: words[0], object: oneLine(words[1]) };
}

type Words = readonly [verb: string, object: string];

const WORDS: Readonly<Record<ToolUse, (name: string, input: unknown) => Words>> = {
  read: (name, input) => {
    const pattern = memberOf(input, PATTERN);
    const path = memberOf(input, PATH) ?? listIn(isRecord(input) ? input["paths"] : null).join(", ");
    if (/glob|find|list|^ls$/i.test(name)) return [/glob/i.test(name) ? "Glob" : "List", pattern ?? path];
    if (pattern !== null) return ["Grep", path === "" ? pattern : `${pattern} in ${path}`];
    return ["Read", path === "" ? compact(input) : path];
  },
  edit: (name, input) => {
    const changes = fileChangesOf(name, input);
    const paths = [...new Set(changes.map(({ path }) => path))];
    const verbs = new Set(changes.map(({ kind }) => kind));
    const verb = verbs.size === 1 ? EDITS[changes[0]?.kind ?? "edit"] : "Edit";
    return [verb, paths.length > 0 ? paths.join(", ") : (memberOf(input, PATH) ?? compact(input))];
  },
  command: (name, input) => [/bash/i.test(name) ? "Bash" : "Shell", commandOf(input) ?? compact(input)],
  web: (name, input) => [/search/i.test(name) ? "Web search" : "Fetch", memberOf(input, WEB) ?? compact(input)],
  subagent: (_name, input) => ["Subagent", memberOf(input, TASK) ?? compact(input)],
  plan: (_name, input) => ["Plan", planWords(input)],
  tool: (name, input) => {
    const mcp = mcpToolOf(name);
    return [mcp ? `${mcp.server} · ${mcp.tool}` : plainToolName(name), compact(input)];
  },
};

const EDITS = { edit: "Edit", write: "Write", delete: "Delete" } as const;

/** How many of the steps of a plan are done, and which is next. */
function planWords(input: unknown): string {
  const items = isRecord(input) ? ["todos", "plan", "items", "todoList"].flatMap((name) => listIn(input[name])) : [];
  const steps = items.filter((item) => isRecord(item));
  if (steps.length === 0) return memberOf(input, ["subject", "plan", "explanation", "status"]) ?? compact(input);
  const done = steps.filter(({ status }) => status === "completed" || status === "done").length;
  const now = steps.find(({ status }) => status === "in_progress" || status === "in-progress");
  const what = now && (textIn(now["content"]) ?? textIn(now["step"]) ?? textIn(now["title"]));
  return `${done} of ${steps.length} done${what ? `: ${what}` : ""}`;
}

/** The arguments in a line: `key=value`. */
function compact(input: unknown): string {
  if (input === null || input === undefined) return "";
  if (!isRecord(input)) return typeof input === "string" ? input : JSON.stringify(input);
  const members = Object.entries(input).filter(([, value]) => value !== null && value !== "");
  const [only] = members;
  if (members.length === 1 && typeof only?.[1] === "string") return only[1];
  return members
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ");
}

function oneLine(text: string): string {
  const line = text
    .slice(0, 4 * MAX_OBJECT_LENGTH)
    .replaceAll(/\s+/g, " ")
    .trim();
  return shorten(line, MAX_OBJECT_LENGTH);
}
