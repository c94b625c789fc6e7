import type { HookEvent } from "../neutral.js";
import { HARNESSES, type HarnessId } from "../harnesses.js";
import { pathPart, shellWord } from "../render/names.js";
import { isRecord, recordIn } from "../transcript/json.js";
import { maskAddress, maskArguments, maskLine } from "./mask-secrets.js";
import { textIn, textsIn, type Members } from "./parse-file.js";

/** A handler of a harness as the registry keeps it, or why it cannot be kept without changing what it does. */
export type HookEntryRead =
  | { readonly entry: Members; readonly leftOut: readonly string[] }
  | { readonly refusal: string };

export interface HandlerOf {
  readonly event: HookEvent;
  readonly members: Members;
  readonly matcher?: string | undefined;
}

/** What changes nothing of when the hook runs and what it does. */
const WITHOUT_EFFECT = new Set([
  "name",
  "description",
  "comment",
  "$comment",
  "statusMessage",
  "show_output",
  "enabled",
  "allowedEnvVars",
  "max_output_size",
  "cache_ttl_seconds",
]);
const READ = new Set([
  "type",
  "command",
  "bash",
  "args",
  "url",
  "headers",
  "timeout",
  "timeoutSec",
  "timeout_ms",
  "async",
  "matcher",
  "env",
  "cwd",
  "working_directory",
]);
/** The same command for other systems: a registry's hook has one. */
const OTHER_SYSTEMS = new Set(["powershell", "commandWindows", "windows", "linux", "osx"]);

export function commandOf(members: Members): string | undefined {
  return textIn(members, "command", "bash");
}

export function hookEntry({ event, members, matcher }: HandlerOf, harness: HarnessId): HookEntryRead {
  const unknown = Object.keys(members).filter(
    (name) => !WITHOUT_EFFECT.has(name) && !READ.has(name) && !OTHER_SYSTEMS.has(name) && members[name] !== false,
  );
  const config = handlerConfig(members, harness);
  if (config === undefined) return { refusal: missingHandler(members) };
  if (unknown.length > 0)
    return { refusal: `The registry does not support its ${unknown.join(", ")}, which may restrict what it does.` };
  const folder = textIn(members, "cwd", "working_directory");
  if (folder !== undefined && folder !== ".") {
    return { refusal: `It runs in the folder ${folder}, which the registry does not support.` };
  }
  const filter = toolFilter(event, matcher);
  if ("refusal" in filter) return filter;
  return {
    entry: { event, execution_mode: executionMode(event, members), ...filter.members, ...config },
    leftOut: Object.keys(members).filter((name) => OTHER_SYSTEMS.has(name)),
  };
}

function missingHandler(members: Members): string {
  if (textIn(members, "powershell") !== undefined) return "It only has a PowerShell command.";
  return `The registry does not support hooks of type ${textIn(members, "type") ?? "unknown"}.`;
}

/** Events at which a harness asks the hook whether it may go on. */
const ASKS: ReadonlySet<HookEvent> = new Set(["PreToolUse", "UserPromptSubmit", "Stop", "SubagentStop"]);

/** A harness waits for its hooks unless it is told otherwise. */
function executionMode(event: HookEvent, members: Members): string {
  if (members["async"] === true) return "async";
  return ASKS.has(event) ? "blocking" : "sync";
}

const MAX_FILTER_LENGTH = 200;

function toolFilter(event: HookEvent, matcher = ""): { readonly members: Members } | { readonly refusal: string } {
  if (/^(?:\^?\.\*\$?|\*|)$/.test(matcher.trim())) return { members: {} };
  if (event !== "PreToolUse" && event !== "PostToolUse") {
    return { refusal: `It runs on ${event} only for "${matcher}", which the registry does not support.` };
  }
  // A pattern in brackets is one whole; the names in a plain list are worth having by themselves.
  const names = /[()[\]\\]/.test(matcher) ? [matcher] : matcher.split("|").map((name) => name.trim());
  if (names.some((name) => name === "" || name.length > MAX_FILTER_LENGTH)) {
    return { refusal: `Unsupported matcher: "${matcher.slice(0, 60)}".` };
  }
  return { members: { tool_filter: names } };
}

function handlerConfig(members: Members, harness: HarnessId): Members | undefined {
  const [command, url] = [commandOf(members), textIn(members, "url")];
  const timeout = secondsOf(members, harness);
  const limit = timeout === undefined ? {} : { timeout };
  if (command !== undefined) {
    const args = maskArguments(textsIn(members, "args"));
    const line = maskLine(`${assignments(members["env"])}${command}`);
    return { handler_type: "command", handler_config: { command: line, ...(args.length > 0 && { args }), ...limit } };
  }
  if (url === undefined) return undefined;
  const names = Object.keys(recordIn(members["headers"]));
  const headers = Object.fromEntries(
    names.map((name) => [name, `\${${pathPart(name).toUpperCase().replaceAll("-", "_")}}`]),
  );
  return {
    handler_type: "http",
    handler_config: { url: maskAddress(url), ...(names.length > 0 && { headers }), ...limit },
  };
}

/** Variables that the harness sets for the command: a switch such as MODE=block decides what the hook does. */
function assignments(env: unknown): string {
  if (!isRecord(env)) return "";
  return Object.entries(env)
    .filter(([name]) => /^[A-Za-z_]\w*$/.test(name))
    .map(([name, value]) => `${name}=${shellWord(String(value))} `)
    .join("");
}

function secondsOf(members: Members, harness: HarnessId): number | undefined {
  const { timeout, timeoutSec, timeout_ms: milliseconds } = members;
  if (typeof milliseconds === "number") return milliseconds / 1000;
  const given = typeof timeoutSec === "number" ? timeoutSec : timeout;
  if (typeof given !== "number" || given <= 0) return undefined;
  return HARNESSES[harness].scan.timeoutUnit === "milliseconds" ? given / 1000 : given;
}
