import { isRecord, recordIn, recordsIn } from "../transcript/json.js";
import { textIn, type Members } from "./parse-file.js";
import { serverEntry } from "./read-servers.js";
import { limitsOf, unknownMembers } from "./server-members.js";

/** What an agent's file says beside its name, its description, its model and its prompt. */
export interface AgentFileMembers {
  /** Under the wire's names. */
  readonly entry: Members;
  /** Members that the registry has no place for. */
  readonly leftOut: readonly string[];
  /** Why the agent could do more without them, if it could: such a file cannot be taken over. */
  readonly refusal?: string;
}

/** Read separately by the callers that need them, or meaningless outside the file. */
const READ_ELSEWHERE = new Set([
  "name",
  "description",
  "model",
  "model_name",
  "version",
  "metadata",
  "category",
  "changelog",
  "prompt",
  "developer_instructions",
  "instructions",
  "systemPrompt",
  "components",
  "model_config_json",
  "models_by_harness",
  "supported_harnesses",
  "mcp_server_ids",
  "success_criteria",
]);
const TOOL_MEMBERS = ["tools", "permission"];
const DENYING = ["disallowedTools", "disallowed_tools", "excludedTools"];
const LIMITS = ["readonly", "sandbox_mode"];
const HINTS = ["argument-hint", "argument_hint", "color", "display_name"];
const SERVERS = ["mcp-servers", "mcpServers", "external_mcps"];
const KEPT = new Set([...TOOL_MEMBERS, ...DENYING, ...LIMITS, ...HINTS, ...SERVERS]);

export function agentFileMembers(members: Members): AgentFileMembers {
  const limits = toolsIn(members);
  const servers = serversIn(members);
  const unknown = Object.keys(members).filter(
    (name) => !READ_ELSEWHERE.has(name) && !KEPT.has(name) && !isNothing(members[name]) && !isPlanMode(members, name),
  );
  const lost = [...limits.lost, ...(hasGate(members["hooks"]) ? ["hooks"] : [])];
  return {
    entry: present({
      tools: limits.allowed,
      disallowed_tools: limits.denied.length === 0 ? undefined : limits.denied,
      color: textIn(members, "color")?.trim(),
      argument_hint: textIn(members, "argument-hint", "argument_hint")?.trim(),
      display_name: textIn(members, "display_name")?.trim(),
      external_mcps: servers.entries.length === 0 ? undefined : servers.entries,
    }),
    leftOut: [...unknown, ...limits.leftOut, ...servers.leftOut, ...furtherModels(members)].toSorted(),
    ...(lost.length > 0 && {
      refusal: `The registry does not support its ${lost.join(", ")}, which restrict what it may do.`,
    }),
  };
}

/** The model of an agent; the first of a list, which VS Code tries in this order. */
export function agentModel(members: Members): string | undefined {
  const { model } = members;
  return textIn(members, "model_name") ?? textIn(Array.isArray(model) ? { model: model[0] } : members, "model");
}

const furtherModels = ({ model }: Members): string[] =>
  Array.isArray(model) ? model.slice(1).map((_, at) => `model[${at + 1}]`) : [];

const GATES = ["PreToolUse", "PermissionRequest"];

/** Hooks that may refuse what the agent wants to do. */
const hasGate = (hooks: unknown): boolean => GATES.some((event) => recordsIn(recordIn(hooks)[event]).length > 0);

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === "";

function present(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

interface Limits {
  readonly allowed: readonly string[] | undefined;
  readonly denied: readonly string[];
  readonly leftOut: readonly string[];
  readonly lost: readonly string[];
}

const CHANGES_FILES = ["Write", "Edit", "Bash"];

function toolsIn(members: Members): Limits {
  const { tools, permission } = members;
  const switched = isRecord(tools) ? switches(tools) : undefined;
  const listed = switched === undefined ? toolList(tools) : switched.allowed;
  const rules = permissionRules(recordIn(permission));
  const allowed = listed ?? rules.allowed ?? ["*"];
  const denied = [
    ...DENYING.flatMap((name) => toolList(members[name]) ?? []),
    ...(switched?.denied ?? []),
    ...rules.denied,
    ...(isReadOnly(members) ? CHANGES_FILES : []),
    // A list that is there and empty allows nothing.
    ...(allowed.length === 0 ? ["*"] : []),
  ];
  const isUnreadable = !isNothing(tools) && listed === undefined && switched === undefined;
  return {
    allowed:
      allowed.length === 0 || allowed.includes("*") || allowed.includes("all") ? undefined : [...new Set(allowed)],
    denied: [...new Set(denied)],
    leftOut: [...rules.leftOut, ...(isUnreadable ? ["tools"] : []), ...keptFromNobody(members)],
    lost: rules.lost,
  };
}

const isReadOnly = (members: Members): boolean =>
  members["readonly"] === true ||
  members["sandbox_mode"] === "read-only" ||
  Object.keys(members).some((name) => isPlanMode(members, name));

/** Claude Code's agents that only plan. */
const isPlanMode = (members: Members, name: string): boolean => name === "permissionMode" && members[name] === "plan";

/** Of Codex's sandboxes, only the one without writing has a counterpart. */
const keptFromNobody = (members: Members): string[] =>
  isNothing(members["sandbox_mode"]) || members["sandbox_mode"] === "read-only" ? [] : ["sandbox_mode"];

/** A list, or names between commas, or between blanks: what stands in brackets belongs to the tool before it. */
function toolList(given: unknown): string[] | undefined {
  if (Array.isArray(given)) {
    return given.flatMap((tool: unknown) => (typeof tool === "string" && tool.trim() !== "" ? [tool.trim()] : []));
  }
  if (typeof given !== "string" || given.trim() === "") return undefined;
  return given.match(/[^\s,()]{1,200}(?:\([^()\n]{0,500}\))?/g) ?? [];
}

/** OpenCode's older form: `{write: false}`. With `"*": false` only what is switched on is left. */
function switches(tools: Members) {
  const named = (wanted: boolean) => Object.keys(tools).filter((name) => tools[name] === wanted && name !== "*");
  return { allowed: tools["*"] === false ? named(true) : undefined, denied: tools["*"] === false ? [] : named(false) };
}

/** OpenCode's rules: one word for a tool, or rules for its arguments, which no other harness knows. */
function permissionRules(rules: Members) {
  const named = (words: readonly unknown[]) =>
    Object.keys(rules).filter((name) => name !== "*" && words.includes(rules[name]));
  const deniesRest = rules["*"] === "deny";
  const detailed = Object.keys(rules).filter((name) => isRecord(rules[name]));
  const isLimit = (name: string): boolean => Object.values(recordIn(rules[name])).some((rule) => rule !== "allow");
  const ruled = (wanted: boolean) =>
    detailed.filter((name) => isLimit(name) === wanted).map((name) => `permission.${name}`);
  return {
    allowed: deniesRest ? named(["allow", "ask"]) : undefined,
    denied: deniesRest ? [] : named(["deny"]),
    leftOut: ruled(false),
    lost: ruled(true),
  };
}

/** Servers that the file defines itself. A name alone stands for one that is configured elsewhere. */
function serversIn(members: Members): { readonly entries: readonly Members[]; readonly leftOut: readonly string[] } {
  const own = recordsIn(members["external_mcps"]);
  const given = members["mcp-servers"] ?? members["mcpServers"];
  const member = members["mcp-servers"] === undefined ? "mcpServers" : "mcp-servers";
  const inline = Array.isArray(given) ? Object.assign({}, ...given.filter(isRecord)) : recordIn(given);
  const names = Array.isArray(given) ? given.filter((name) => typeof name === "string") : [];
  const read = Object.entries(inline as Members).map(([name, value]) => ({
    name,
    ...externalServer(name, recordIn(value)),
    others: [...limitsOf(recordIn(value)), ...unknownMembers(recordIn(value))],
  }));
  return {
    entries: [...own, ...read.flatMap(({ entry }) => (entry === undefined ? [] : [entry]))],
    leftOut: [
      ...names.map((name) => `${member}.${name}`),
      ...read.flatMap(({ name, entry, headers, others }) => [
        ...(entry === undefined ? [`${member}.${name}`] : others.map((other) => `${member}.${name}.${other}`)),
        ...headers.map((header) => `${member}.${name}.headers.${header}`),
      ]),
    ],
  };
}

function externalServer(
  name: string,
  value: Members,
): { readonly entry?: Members; readonly headers: readonly string[] } {
  const { entry, unregistrable } = serverEntry(value);
  if (unregistrable) return { headers: [] };
  const { headers = [], env, ...reach } = entry as { headers?: readonly string[]; env?: Members };
  // An empty value is asked for where the agent is installed.
  const variables = env && { env: Object.fromEntries(Object.keys(env).map((variable) => [variable, ""])) };
  return { entry: { name, ...reach, ...variables }, headers };
}
