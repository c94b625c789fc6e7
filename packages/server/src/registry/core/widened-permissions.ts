import { startOf } from "@tackroom/contract/shorten";
import type { ItemKind, RiskSignal } from "@tackroom/contract";
import { allowedTools, allowsAnything, isCovered } from "./allowed-tools.js";
import { isRecord, listOf, memberPath, recordOf, recordsOf, textOf, textsOf, type Fields } from "./fields.js";

type Severity = RiskSignal["severity"];
type Widening = Omit<RiskSignal, "code">;

/** What a version may do that the version before it could not, one signal for each field. */
export function widenedPermissions(kind: ItemKind, before: Fields, after: Fields): RiskSignal[] {
  return OF_KIND[kind](before, after).map((widening) => ({ code: "permissions_widened", ...widening }));
}

type Compare = (before: Fields, after: Fields) => Widening[];

const OF_KIND: Readonly<Record<ItemKind, Compare>> = {
  skill: ofSkill,
  mcp: ofMcp,
  hook: ofHook,
  sandbox: ofSandbox,
  agent: ofAgent,
  prompt: () => [],
};

const widening = (severity: Severity, path: string, message: string): Widening => ({ severity, path, message });

const MAX_NAMED = 5;
const MAX_NAME_LENGTH = 60;

function named(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => `"${startOf(name, MAX_NAME_LENGTH)}"`);
  return names.length > MAX_NAMED ? `${shown.join(", ")} and ${names.length - MAX_NAMED} more` : shown.join(", ");
}

/** One signal for what a list has gained. */
function gained(
  names: readonly string[],
  path: string,
  say: (names: string) => string,
  severity: Severity,
): Widening[] {
  return names.length === 0 ? [] : [widening(severity, path, say(named(names)))];
}

const missingIn = (before: readonly string[], after: readonly string[]): string[] => {
  const known = new Set(before);
  return [...new Set(after)].filter((name) => !known.has(name));
};

const namesOf = (fields: Fields, list: string): string[] =>
  recordsOf(fields, list).map((entry) => textOf(entry, "name") ?? "");

function ofSkill(before: Fields, after: Fields): Widening[] {
  const old = allowedTools(before);
  const added = allowedTools(after).filter((tool) => !isCovered(tool, old));
  const severity = added.some((tool) => allowsAnything(tool) !== undefined) ? "high" : "medium";
  return gained(
    added,
    "skill_md_content",
    (tools) => `allowed-tools now also allows ${tools} without confirmation.`,
    severity,
  );
}

function ofMcp(before: Fields, after: Fields): Widening[] {
  const approved = textsOf(after, "auto_approve").filter((tool) => !isCovered(tool, textsOf(before, "auto_approve")));
  const severity = approved.some((tool) => tool.includes("*")) ? "high" : "medium";
  return [
    ...gained(approved, "auto_approve", (tools) => `${tools} now run without confirmation.`, severity),
    ...ofNames(before, after, ["environment_variables", "variable"], "low"),
    ...ofNames(before, after, ["headers", "header"], "low"),
    ...ofHost(before, after, "url"),
  ];
}

function ofNames(
  before: Fields,
  after: Fields,
  [list, what]: readonly [string, string],
  severity: Severity,
): Widening[] {
  const added = missingIn(namesOf(before, list), namesOf(after, list));
  return gained(added, list, (names) => `The server now receives the ${what} ${names}.`, severity);
}

/** Another host learns what the former one was told. */
function ofHost(before: Fields, after: Fields, name: string, path = name): Widening[] {
  const [old, now] = [hostOf(textOf(before, name)), hostOf(textOf(after, name))];
  if (now === undefined || now === old) return [];
  const message = old === undefined ? `Data is now sent to ${now}.` : `Data is now sent to ${now} instead of ${old}.`;
  return [widening("medium", path, message)];
}

const hostOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;

const SCOPES = ["agent", "session", "global"];
const MODES = ["async", "sync", "blocking"];

function ofHook(before: Fields, after: Fields): Widening[] {
  const [event, formerEvent] = [textOf(after, "event"), textOf(before, "event")];
  const [config, formerConfig] = [recordOf(after, "handler_config"), recordOf(before, "handler_config")];
  return [
    ...(event === formerEvent
      ? []
      : [widening("medium", "event", `The hook now runs on ${event} instead of ${formerEvent}.`)]),
    ...raised(before, after, { name: "scope", order: SCOPES }),
    ...raised(before, after, { name: "execution_mode", order: MODES }),
    ...ofFilter(before, after),
    ...(textOf(before, "file_pattern") && !textOf(after, "file_pattern")
      ? [widening("medium", "file_pattern", "The hook now runs for all files: its file pattern was removed.")]
      : []),
    ...ofHost(formerConfig, config, "url", "handler_config.url"),
  ];
}

interface Ranked {
  readonly name: string;
  /** From the narrowest to the widest. */
  readonly order: readonly string[];
}

function raised(before: Fields, after: Fields, { name, order }: Ranked): Widening[] {
  const [old, now] = [textOf(before, name) ?? order[0] ?? "", textOf(after, name) ?? order[0] ?? ""];
  if (order.indexOf(now) <= order.indexOf(old)) return [];
  const severity = now === order.at(-1) ? "high" : "medium";
  return [widening(severity, name, `${name} changed from "${old}" to "${now}".`)];
}

/** Without a filter a hook runs for every tool. */
function ofFilter(before: Fields, after: Fields): Widening[] {
  const [old, now] = [textsOf(before, "tool_filter"), textsOf(after, "tool_filter")];
  if (old.length === 0) return [];
  if (now.length === 0)
    return [widening("high", "tool_filter", "The hook now runs for all tools: its filter was removed.")];
  return gained(missingIn(old, now), "tool_filter", (tools) => `The hook now also runs for ${tools}.`, "medium");
}

const NETWORKS = ["none", "restricted", "bridge", "host"];

function ofSandbox(before: Fields, after: Fields): Widening[] {
  return [
    ...raised(before, after, { name: "network_policy", order: NETWORKS }),
    ...ofLimits(recordOf(before, "resource_limits"), recordOf(after, "resource_limits")),
    ...ofRuntime(recordOf(before, "runtime_config"), recordOf(after, "runtime_config")),
  ];
}

function ofLimits(before: Fields, after: Fields): Widening[] {
  return Object.entries(before).flatMap(([name, old]) => {
    const now = Object.hasOwn(after, name) ? after[name] : undefined;
    const path = memberPath("resource_limits", name);
    if (now === undefined || now === null) return [widening("medium", path, `The limit ${name} was removed.`)];
    const [more, less] = [amountOf(now), amountOf(old)];
    if (more === undefined || less === undefined || more <= less) return [];
    return [widening("medium", path, `The limit ${name} changed from ${shown(old)} to ${shown(now)}.`)];
  });
}

const UNITS: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

function amountOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  const [, number, unit = "", letter = ""] =
    /^([0-9]{1,15}(?:\.[0-9]{1,9})?)(([kmgt]?)i?b?|ms|s|h)$/i.exec(String(value)) ?? [];
  if (number === undefined) return undefined;
  const times = /^(ms|s|h)$/i.test(unit)
    ? { ms: 1, s: 1000, h: 3_600_000 }[unit.toLowerCase()]
    : UNITS[letter.toLowerCase()];
  return Number(number) * (times ?? 1);
}

const shown = (value: unknown): string => startOf(JSON.stringify(value), MAX_NAME_LENGTH);

/** Switches that are turned on, and entries that lists such as mounts, volumes or capabilities have gained. */
function ofRuntime(before: Fields, after: Fields): Widening[] {
  return Object.entries(after).flatMap(([name, now]) => {
    const path = memberPath("runtime_config", name);
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (now === true && old !== true) return [widening("high", path, `${name} is now enabled.`)];
    if (!Array.isArray(now)) return [];
    const added = missingIn(listOf(before, name).map(shown), now.map(shown));
    return gained(added, path, (entries) => `${name} now also includes ${entries}.`, "medium");
  });
}

function ofAgent(before: Fields, after: Fields): Widening[] {
  const components = missingIn(componentsOf(before), componentsOf(after));
  return [
    ...(components.length === 0 ? [] : [widening("low", "components", furtherComponents(components))]),
    ...gained(
      missingIn(namesOf(before, "external_mcps"), namesOf(after, "external_mcps")),
      "external_mcps",
      (names) => `The agent now also starts the server ${names}.`,
      "medium",
    ),
    ...recordsOf(after, "external_mcps").flatMap((entry, index) =>
      ofExternal(before, entry, `external_mcps[${index}]`),
    ),
    ...ofAgentTools(before, after),
  ];
}

/** Without a list of tools an agent may use every tool, and so it may with `*`. */
function ofAgentTools(before: Fields, after: Fields): Widening[] {
  const [old, now] = [textsOf(before, "tools"), textsOf(after, "tools")];
  const isLimited = (tools: readonly string[]) => tools.length > 0 && !tools.some(isEveryTool);
  const added = now.filter((tool) => !isCovered(tool, old));
  const severity = added.some((tool) => allowsAnything(tool) !== undefined) ? "high" : "medium";
  const freed = missingIn(textsOf(after, "disallowed_tools"), textsOf(before, "disallowed_tools"));
  const allowed =
    isLimited(old) && !isLimited(now)
      ? [widening("high", "tools", `The agent may now use all tools; it was limited to ${named(old)}.`)]
      : isLimited(old)
        ? gained(added, "tools", (tools) => `The agent may now also use ${tools}.`, severity)
        : [];
  return [
    ...allowed,
    ...(textsOf(after, "disallowed_tools").some(isEveryTool)
      ? []
      : gained(freed, "disallowed_tools", (tools) => `The agent is no longer denied the use of ${tools}.`, "high")),
  ];
}

const isEveryTool = (tool: string): boolean => allowsAnything(tool) === "everything";

/** Not by name, because viewers of the agent may not be allowed to see its components. Reviewers see them in the diff. */
function furtherComponents(components: readonly string[]): string {
  const kinds = [...new Set(components.map((component) => component.split(" ", 1)[0]))].join(", ");
  return `The agent has ${components.length} more ${components.length === 1 ? "component" : "components"} (${kinds}).`;
}

const componentsOf = (fields: Fields): string[] =>
  recordsOf(fields, "components").map(
    (component) => `${textOf(component, "component_type") ?? ""} ${textOf(component, "component_id") ?? ""}`,
  );

function ofExternal(before: Fields, entry: Fields, path: string): Widening[] {
  const old = recordsOf(before, "external_mcps").find((other) => textOf(other, "name") === textOf(entry, "name"));
  if (!isRecord(old)) return [];
  const variables = missingIn(Object.keys(recordOf(old, "env")), Object.keys(recordOf(entry, "env")));
  return [
    ...gained(variables, `${path}.env`, (names) => `The server now receives the variable ${names}.`, "low"),
    ...ofHost(old, entry, "url", `${path}.url`),
  ];
}
