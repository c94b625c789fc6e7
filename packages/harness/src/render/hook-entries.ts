import type { Harness, HookAction, HookDialect, HookEntry, HookPlace } from "../harness.js";
import type { FileToWrite, HookHandler, Platform } from "../neutral.js";
import { pathPart, scriptFileName } from "./names.js";
import { spellTool, type ToolDialect } from "./tool-names.js";
import { OURS, SESSION_HOOK_SECONDS, sessionCommand } from "./session-hook.js";

/** A hook component, in the harness's words or in ours about why not. */
export interface HookEntries {
  readonly entries: readonly HookEntry[];
  readonly files: readonly FileToWrite[];
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

export function hookEntries(harness: Harness, hook: HookHandler, place: HookPlace): HookEntries {
  const { hooks: dialect, displayName } = harness;
  if (dialect.kind === "none") {
    return refuse(hook, `${dialect.reason} The hook "${hook.name}" is not installed.`, dialect.remedy);
  }
  const events = dialect.events[hook.event] ?? [];
  if (events.length === 0) {
    const known = Object.keys(dialect.events).filter((event) => event !== "SessionEnd");
    return refuse(
      hook,
      `${displayName} has no equivalent of the event ${hook.event}: the hook "${hook.name}" is not installed.`,
      `${displayName} supports ${known.join(", ")}.`,
    );
  }
  if (hook.handlerType === "http" && !dialect.http) {
    return refuse(
      hook,
      `${displayName} supports only command hooks, not HTTP hooks: the hook "${hook.name}" is not installed.`,
      "Publish it as a command that sends its input to the URL.",
    );
  }
  const made = actionOf(hook, dialect, place);
  if (made === undefined) {
    const wanted = hook.handlerType === "http" ? "url" : "command, and the hook has no script";
    return refuse(
      hook,
      `The handler_config of the hook "${hook.name}" has no ${wanted}: it is not installed.`,
      "Publish a version that includes it.",
    );
  }
  const filter = toolFilter(hook, dialect, harness);
  // The name of our own hooks means that there is more than a command to them.
  const owner = hook.name === OURS ? `${OURS}-hook` : hook.name;
  const entries = events.map((event) => ({ owner, event, action: made.action, ...filter.matcher }));
  const advice = dialect.advice === undefined ? [] : [dialect.advice];
  return {
    entries,
    files: made.files,
    notes: [...advice, ...executionNotes(hook, dialect, displayName)],
    warnings: filter.warnings,
  };
}

function refuse(hook: HookHandler, warning: string, advice: string): HookEntries {
  return { entries: [], files: [], notes: [`Hook "${hook.name}" (${hook.event}): ${advice}`], warnings: [warning] };
}

function actionOf(
  hook: HookHandler,
  dialect: HookDialect,
  place: HookPlace,
): { action: HookAction; files: FileToWrite[] } | undefined {
  const { command, args, url, headers, timeout } = hook.handlerConfig as Readonly<{
    command?: unknown;
    args?: unknown;
    url?: unknown;
    headers?: unknown;
    timeout?: unknown;
  }>;
  const limit = typeof timeout === "number" && timeout > 0 ? { timeoutSeconds: timeout } : {};
  if (hook.handlerType === "http") {
    if (typeof url !== "string" || url === "") return undefined;
    return { action: { type: "http", url, headers: textMembers(headers), ...limit }, files: [] };
  }
  const script = placeScript(hook, dialect, place);
  const given = typeof command === "string" ? command : "";
  const line = script === undefined ? given : callScript(given, script);
  if (line === "") return undefined;
  return {
    action: {
      type: "command",
      command: line,
      args: Array.isArray(args) ? args.map(String) : [],
      background: dialect.background && hook.executionMode === "async",
      ...limit,
    },
    files: script === undefined ? [] : [script.file],
  };
}

interface PlacedScript {
  readonly file: FileToWrite;
  readonly filename: string;
  readonly reference: string;
}

function placeScript({ name, script }: HookHandler, dialect: HookDialect, place: HookPlace): PlacedScript | undefined {
  if (script === undefined) return undefined;
  const { folder, reference } = dialect.scripts(place);
  // Many hooks call their script the same.
  const safe = `${pathPart(name)}/${scriptFileName(script.filename)}`;
  return {
    file: { path: `${folder}/${safe}`, content: script.content, executable: true },
    filename: script.filename,
    reference: `${reference}/${safe}`,
  };
}

/** A command that names its script must find it where we put it; one that does not is the script's own business. */
function callScript(command: string, { filename, reference }: PlacedScript): string {
  if (command === "") return reference;
  const words = command.split(" ");
  const isScript = (word: string) => word === filename || word === `./${filename}`;
  return words.map((word) => (isScript(word) ? reference : word)).join(" ");
}

function textMembers(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}

interface Filter {
  readonly matcher: { readonly matcher?: string };
  readonly warnings: readonly string[];
}

function toolFilter(hook: HookHandler, dialect: HookDialect, harness: Harness): Filter {
  const { displayName } = harness;
  if (hook.toolFilter.length === 0) return { matcher: {}, warnings: [] };
  const tools = hook.toolFilter.join(", ");
  if (hook.event !== "PreToolUse" && hook.event !== "PostToolUse") {
    return {
      matcher: {},
      warnings: [`${hook.event} is not a tool event: the filter ${tools} of "${hook.name}" has no effect.`],
    };
  }
  const asInClaudeCode = { matcher: hook.toolFilter.join("|") };
  if (!dialect.matchers) {
    return {
      matcher: dialect.writesMatchers === true ? asInClaudeCode : {},
      warnings: [
        `${displayName} runs hooks for all tools: "${hook.name}" must ignore all tools except ${tools} itself.`,
      ],
    };
  }
  if (dialect.claudeToolNames === true) return { matcher: asInClaudeCode, warnings: [] };
  return translatedFilter(hook, harness);
}

/**
 * The filter in the harness's own names. A hook must never run for fewer tools than it was written for: where a name cannot
 * be translated, it runs for all of them.
 */
function translatedFilter(hook: HookHandler, { displayName, tools: dialect }: Harness): Filter {
  const names = hook.toolFilter.map((tool) => (dialect === undefined ? [] : matcherNames(tool, dialect)));
  const unknown = hook.toolFilter.filter((_tool, index) => names[index]?.length === 0);
  if (unknown.length === 0) return { matcher: { matcher: [...new Set(names.flat())].join("|") }, warnings: [] };
  const warning = `${displayName} has no equivalent of ${unknown.join(", ")}: "${hook.name}" runs for all tools and must ignore the others itself.`;
  return { matcher: {}, warnings: [warning] };
}

/** Tools of a server are meant by their beginning, as in `mcp__memory__.*`. */
function matcherNames(tool: string, dialect: ToolDialect): readonly string[] {
  if (/[\\^$[\]()+?]/.test(tool)) return [];
  return spellTool(tool, dialect).map((name) => name.replace(/\.?\*$/, ".*"));
}

function executionNotes(hook: HookHandler, dialect: HookDialect, displayName: string): string[] {
  if (hook.executionMode !== "async" || dialect.background || hook.handlerType === "http") return [];
  return [`${displayName} waits for hooks to finish: "${hook.name}" should return quickly.`];
}

/** Our own hooks, which report a session. */
export function sessionEntries(harness: Harness, agentId: string | undefined, platform?: Platform): HookEntry[] {
  const { hooks: dialect } = harness;
  if (dialect.kind === "none") return [];
  const prompt = dialect.events.UserPromptSubmit ?? [];
  const stop = dialect.events.Stop ?? [];
  return ownEntries(harness, dialect.sessionEvents ?? [...prompt, ...stop], {
    agentId,
    platform,
    timeoutSeconds: SESSION_HOOK_SECONDS,
  });
}

interface OwnHook {
  readonly agentId?: string | undefined;
  readonly platform?: Platform | undefined;
  /** Absent: the harness's own limit, which is short where a session ends. */
  readonly timeoutSeconds?: number;
}

/** Our hook at the given events, which are spelled as the harness does. */
export function ownEntries(
  harness: Harness,
  events: readonly string[],
  { agentId, platform, timeoutSeconds }: OwnHook,
): HookEntry[] {
  const { hooks: dialect } = harness;
  if (dialect.kind === "none") return [];
  return events.map((event) => ({
    owner: OURS,
    event,
    ...(agentId === undefined ? {} : { agentId }),
    action: {
      type: "command",
      // A payload that does not name its event needs it said here.
      command: sessionCommand(harness.id, platform, dialect.sessionCommandTakesEvent === true ? event : undefined),
      args: [],
      ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
      background: dialect.background,
    },
  }));
}
