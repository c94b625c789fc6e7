import type { HookAction, HookEntry, HookPlace, Places, RenderedHooks } from "../harness.js";
import type { FileFormat, FileToMerge, FileToWrite } from "../neutral.js";
import { fileToMerge } from "./merge-file.js";
import { fillPath, placeIn, pointerPart, shellWord } from "./names.js";
import { present } from "./text.js";

type Members = Record<string, unknown>;

/** The whole command as one line, which the harness gives to a shell. */
export function commandLine({ action }: HookEntry): string {
  return action.type === "http" ? action.url : [action.command, ...action.args.map(shellWord)].join(" ");
}

/** `{type: "command", command, timeout}` */
export function commandHandler(entry: HookEntry): Members {
  return present({ type: "command", command: commandLine(entry), timeout: entry.action.timeoutSeconds });
}

/** The same for a harness that can go on while the command runs. */
export function backgroundHandler(entry: HookEntry): Members {
  const background = entry.action.type === "command" && entry.action.background;
  return { ...commandHandler(entry), ...(background ? { async: true } : {}) };
}

/** Handlers by event, in the order in which they came. */
export function byEvent(
  entries: readonly HookEntry[],
  handler: (entry: HookEntry) => Members,
): Record<string, Members[]> {
  const events: Record<string, Members[]> = {};
  for (const entry of entries) (events[entry.event] ??= []).push(handler(entry));
  return events;
}

/** `{matcher?, hooks: [handler]}`, the shape that Claude Code gave to several others. */
export function nestedHandler(entry: HookEntry, handler: Members, noMatcher?: string): Members {
  return present({ matcher: entry.matcher ?? noMatcher, hooks: [handler] });
}

/** `{type: "http", url, headers, allowedEnvVars}`: a header may only read the variables that are listed. */
export function httpHandler(action: Extract<HookAction, { type: "http" }>): Members {
  const variables = Object.values(action.headers).flatMap((value) =>
    [...value.matchAll(/\$\{?([A-Za-z_][A-Za-z0-9_]*)/g)].map((match) => match[1] ?? ""),
  );
  return present({
    type: "http",
    url: action.url,
    headers: Object.keys(action.headers).length === 0 ? undefined : action.headers,
    allowedEnvVars: variables.length === 0 ? undefined : [...new Set(variables)],
  });
}

/** A file with `{…, hooks: {Event: [handler]}}` that others share. */
function hooksFile(path: string, content: Readonly<Record<string, unknown>>, format: FileFormat): FileToMerge {
  const { hooks, ...rest } = content;
  const events = Object.keys(hooks as Members);
  return fileToMerge({
    path,
    format,
    content,
    keys: [
      ...Object.keys(rest).map((key) => `/${pointerPart(key)}`),
      ...events.map((event) => `/hooks/${pointerPart(event)}/-`),
    ],
    merge:
      "Add each element to the list of its event unless an identical one exists. Leave all other hooks and keys in the file unchanged.",
  });
}

export function sharedHooks(
  path: string,
  content: Readonly<Record<string, unknown>>,
  format: FileFormat = "json",
  files: readonly FileToWrite[] = [],
): RenderedHooks {
  return { snippet: content, config: hooksFile(path, content, format), files, notes: [] };
}

/** What an install sets in a file of the shape that Claude Code gave to several others. */
export const HOOK_LISTS = ["/hooks/{key}/-"] as const;

/** The file of hooks in the scope at hand. */
export function hookPath(places: Required<Places>, place: HookPlace, name = place.name): string {
  return fillPath(placeIn(places, place.scope, place.platform) ?? "", name);
}

/** The place of a file in the project, or under the home folder. */
export function inScope(place: HookPlace, project: string, user: string): string {
  return place.scope === "project" ? project : user;
}
