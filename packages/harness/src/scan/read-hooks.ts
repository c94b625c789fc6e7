import type { HookEvent } from "../neutral.js";
import { HARNESSES, type HarnessId } from "../harnesses.js";
import type { Harness } from "../harness.js";
import { pathPart, pointerPart } from "../render/names.js";
import { recordIn, recordsIn } from "../transcript/json.js";
import type { FileText, FoundComponent, ScanPlace } from "./found.js";
import { maskAddress, maskArguments, maskLine } from "./mask-secrets.js";
import { parseData, stemOf, textIn, textsIn, type Members } from "./parse-file.js";
import { SCAN_ROWS } from "./scan-rows.js";

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
  return OURS.test(commandOf(members) ?? "");
}

function commandOf(members: Members): string | undefined {
  return textIn(members, "command", "bash", "powershell");
}

function hookOf(handler: Handler, harnesses: readonly HarnessId[]): FoundComponent {
  const { members, pointer, matcher } = handler;
  const [harness = "claude-code"] = harnesses;
  const config = handlerConfig(members, harness);
  const name = handler.name ?? nameOf(harness, handler.event, commandOf(members) ?? textIn(members, "url") ?? "");
  if (config === undefined) {
    const reason = `The registry has no hooks that run as ${textIn(members, "type") ?? "this one"}.`;
    return { name, pointer, entry: {}, unregistrable: { reason } };
  }
  const event = canonicalEvent(handler.event, harnesses);
  if (event === undefined) {
    return { name, pointer, entry: {}, unregistrable: { reason: `The registry has no event ${handler.event}.` } };
  }
  const description = `Runs at ${event}${matcher === undefined ? "" : ` for ${matcher}`}; found in ${HARNESSES[harness].displayName}`;
  return { name, pointer, entry: { event, description, ...config } };
}

function handlerConfig(members: Members, harness: HarnessId): Members | undefined {
  const [command, url] = [commandOf(members), textIn(members, "url")];
  const timeout = secondsOf(members, harness);
  const limit = timeout === undefined ? {} : { timeout };
  if (command !== undefined) {
    const args = maskArguments(textsIn(members, "args"));
    const given = { command: maskLine(command), ...(args.length > 0 && { args }), ...limit };
    return { handler_type: "command", handler_config: given };
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

function secondsOf(members: Members, harness: HarnessId): number | undefined {
  const { timeout, timeoutSec, timeout_ms: milliseconds } = members;
  if (typeof milliseconds === "number") return milliseconds / 1000;
  const given = typeof timeoutSec === "number" ? timeoutSec : timeout;
  if (typeof given !== "number" || given <= 0) return undefined;
  return harness === "gemini-cli" ? given / 1000 : given;
}

/** The registry's word for an event, by the table that hooks are rendered with. */
function canonicalEvent(spelled: string, harnesses: readonly HarnessId[]): HookEvent | undefined {
  for (const id of harnesses) {
    const { hooks }: Harness = HARNESSES[id];
    const events = hooks.kind === "handlers" ? Object.entries(hooks.events) : [];
    const written = events.find(([event, spellings]) => event === spelled || spellings.includes(spelled))?.[0];
    const found = written ?? SCAN_ROWS[id].events?.[spelled];
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
  const reason = "It is a program of its own. Share it as a hook with a script: tack registry hook submit <hook.json>";
  return [{ name: nameOf(harness, stemOf(path) || path, ""), entry: {}, unregistrable: { reason } }];
}

function codeHook({ path }: FileText): FoundComponent[] {
  const stem = stemOf(path);
  if (stem === "tackroom") return [];
  const name = stem === "index" ? (path.split("/").at(-2) ?? stem) : stem;
  const reason = "It is code that the harness loads, not a command: the registry has no such hooks.";
  return [{ name, entry: {}, unregistrable: { reason } }];
}
