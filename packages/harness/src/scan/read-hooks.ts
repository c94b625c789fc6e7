import type { HookEvent } from "../neutral.js";
import { HARNESSES, type HarnessId } from "../harnesses.js";
import type { Harness } from "../harness.js";
import { pathPart, pointerPart } from "../render/names.js";
import { recordIn, recordsIn } from "../transcript/json.js";
import type { FileText, FoundComponent, ScanPlace } from "./found.js";
import { commandOf, hookEntry } from "./hook-entry.js";
import { scriptsIn } from "./hook-script.js";
import { maskLine } from "./mask-secrets.js";
import { parseData, stemOf, textIn, type Members } from "./parse-file.js";

/** One handler, its event as the harness spells it. */
interface Handler {
  readonly event: string;
  readonly pointer: string;
  readonly members: Members;
  readonly matcher?: string | undefined;
  readonly name?: string | undefined;
}

export function readHooks(file: FileText, place: ScanPlace, harnesses: readonly HarnessId[]): FoundComponent[] {
  const [harness = "claude-code"] = harnesses;
  if (place.hooks === "code") return codeHook(file);
  if (place.hooks === "programs") return programHook(file, harness);
  const document = parseData(file.path, file.text);
  const handlers = place.hooks === "named" ? namedHandlers(document) : handlersIn(document["hooks"]);
  return handlers.filter(({ members }) => !isOurs(members)).map((handler) => hookOf(handler, harnesses));
}

/** A list of hooks that say when they run (Kiro), or lists by event. */
function handlersIn(hooks: unknown): Handler[] {
  if (!Array.isArray(hooks)) return handlersByEvent(recordIn(hooks), "/hooks");
  return recordsIn(hooks).map((hook, at) => ({
    event: textIn(hook, "trigger") ?? "",
    pointer: `/hooks/${at}`,
    members: { timeout: hook["timeout"], ...recordIn(hook["action"]) },
    matcher: textIn(hook, "matcher"),
    name: textIn(hook, "name"),
  }));
}

function namedHandlers(document: Members): Handler[] {
  return Object.entries(document).flatMap(([name, value]) =>
    handlersByEvent(recordIn(value), `/${pointerPart(name)}`).map((handler) => ({ ...handler, name })),
  );
}

/** Each element is a handler, or a matcher with handlers. */
function handlersByEvent(map: Members, pointer: string): Handler[] {
  return Object.entries(map).flatMap(([event, elements]) =>
    recordsIn(elements).flatMap((element, at) => {
      const place = { event, pointer: `${pointer}/${pointerPart(event)}/${at}`, matcher: textIn(element, "matcher") };
      const nested = recordsIn(element["hooks"]);
      return Array.isArray(element["hooks"])
        ? nested.map((members) => ({ ...place, members }))
        : [{ ...place, members: element }];
    }),
  );
}

const OURS = /\.tackroom[\\/]hook|\btack hook\b/;

/** Tackroom's own hook is part of it, and nothing to share. */
function isOurs(members: Members): boolean {
  return OURS.test(commandOf(members) ?? textIn(members, "powershell") ?? "");
}

function hookOf(handler: Handler, harnesses: readonly HarnessId[]): FoundComponent {
  const { members, pointer, matcher = toolsOf(handler.event, harnesses) } = handler;
  const [harness = "claude-code"] = harnesses;
  const command = commandOf(members);
  const name = handler.name ?? nameOf(harness, handler.event, command ?? textIn(members, "url") ?? "");
  const refused = (reason: string): FoundComponent => ({ name, pointer, entry: {}, unregistrable: { reason } });
  const event = canonicalEvent(handler.event, harnesses);
  if (event === undefined) return refused(`The registry does not support the event ${handler.event}.`);
  const read = hookEntry({ event, members, matcher }, harness);
  if ("refusal" in read) return refused(read.refusal);
  const [script, ...others] = command === undefined ? [] : scriptsIn(command);
  if (others.length > 0) {
    return refused(
      "It runs several files, but a hook in the registry can only have one script. Combine them into one.",
    );
  }
  const description = `Runs on ${event}${matcher ? ` for ${matcher}` : ""}; found in ${HARNESSES[harness].displayName}`;
  return {
    name,
    pointer,
    entry: { description, ...read.entry },
    ...(script === undefined ? {} : { script }),
    ...(read.leftOut.length === 0 ? {} : { leftOut: read.leftOut }),
  };
}

function toolsOf(event: string, harnesses: readonly HarnessId[]): string | undefined {
  return harnesses.map((id) => HARNESSES[id].scan.toolsOfEvent?.[event]).find((tools) => tools !== undefined);
}

/** The harness that a document of hooks is for, by where it is and how it spells its events. */
export function hookHarnessOf(path: string, document: Members): HarnessId {
  const byFolder = harnessOfFolder(path);
  if (byFolder !== undefined) return byFolder;
  const handlers = handlersIn(document["hooks"]);
  const isOwn = ({ scan }: Harness) =>
    scan.hookMembers?.some((name) => handlers.some(({ members }) => name in members)) ?? false;
  const isKnown = (harness: Harness) => handlers.every(({ event }) => isEventOf(harness, event));
  const all = Object.values(HARNESSES);
  // What could be anybody's is taken for Claude Code's, which others read too.
  const byEvents = [HARNESSES["claude-code"], ...all.filter(({ scan }) => scan.isKnownByEvents)];
  return (all.find(isOwn) ?? byEvents.find(isKnown))?.id ?? "claude-code";
}

/** The innermost folder tells: a work tree of a project may be inside of another harness's folder. */
function harnessOfFolder(path: string): HarnessId | undefined {
  const folders = path.split("/").slice(0, -1).toReversed();
  const all = Object.values(HARNESSES);
  for (const folder of folders) {
    const harness = all.find(({ scan }) => scan.hookFolders.includes(folder));
    if (harness) return harness.id;
  }
  return undefined;
}

function isEventOf({ hooks }: Harness, spelled: string): boolean {
  return hooks.kind === "handlers" && Object.values(hooks.events).some((spellings) => spellings.includes(spelled));
}

/** The registry's word for an event, by the table that hooks are rendered with. */
function canonicalEvent(spelled: string, harnesses: readonly HarnessId[]): HookEvent | undefined {
  for (const id of harnesses) {
    const { hooks, scan } = HARNESSES[id];
    const events = hooks.kind === "handlers" ? Object.entries(hooks.events) : [];
    const written = events.find(([event, spellings]) => event === spelled || spellings.includes(spelled))?.[0];
    const found = written ?? scan.events?.[spelled];
    // The end of a session is Tackroom's own.
    if (found !== undefined && found !== "SessionEnd") return found as HookEvent;
  }
  return undefined;
}

/** Hooks have no names: this one tells them apart and stays the same from scan to scan. */
function nameOf(harness: string, event: string, command: string): string {
  const spaced = event.replaceAll(/([a-z])([A-Z])/g, "$1-$2");
  return pathPart(`${harness} ${spaced} ${subjectOf(command)}`);
}

const RUNNERS = /^(?:env|exec|sh|bash|zsh|node|bun|deno|python[\d.]*|uv|uvx|npx|run|powershell|pwsh|cmd|set|&&)$/i;

/** The word of a command line that says what it does. */
function subjectOf(command: string): string {
  const words = maskLine(command).replaceAll(/["']/g, "").split(/\s+/);
  const telling = words.filter((word) => word !== "" && !word.startsWith("-") && !/^\w+=/.test(word));
  const word = telling.find((candidate) => !RUNNERS.test(stemOf(candidate.replaceAll("\\", "/")))) ?? telling[0] ?? "";
  const path = word.replaceAll("\\", "/").replace(/(?<!\/)\/+$/, "");
  return stemOf(path) || path;
}

function programHook({ path, text }: FileText, harness: HarnessId): FoundComponent[] {
  if (text.includes("Written by Tackroom")) return [];
  const reason =
    "It is a standalone program. Publish it as a hook with a script: tack registry hook submit <hook.json>";
  return [{ name: nameOf(harness, stemOf(path) || path, ""), entry: {}, unregistrable: { reason } }];
}

function codeHook({ path }: FileText): FoundComponent[] {
  const stem = stemOf(path);
  if (stem === "tackroom") return [];
  const name = stem === "index" ? (path.split("/").at(-2) ?? stem) : stem;
  const reason = "It is code loaded by the harness, not a command, which the registry does not support.";
  return [{ name, entry: {}, unregistrable: { reason } }];
}
