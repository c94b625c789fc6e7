import { pointerPart } from "../render/names.js";
import { isRecord, recordIn } from "../transcript/json.js";
import type { FileText, FoundComponent, ScanPlace } from "./found.js";
import { knownSecrets, maskAddress, maskArguments, maskLine, placeholdersAdded } from "./mask-secrets.js";
import { memberAt, parseData, textIn, textsIn, type Members } from "./parse-file.js";
import { limitsOf, lostLimits, unknownMembers, valuedIn } from "./server-members.js";

/** The MCP servers of a harness's file. */
export function readServers({ path, text }: FileText, place: ScanPlace): FoundComponent[] {
  const document = parseData(path, text);
  const members = place.members ?? [];
  const found = members.flatMap((member) => serversIn(memberAt(document, member), pointerOf(member)));
  const isBare = place.isBareMap === true && members.every((member) => memberAt(document, member) === undefined);
  return isBare ? serversIn(document, "") : found;
}

function pointerOf(member: readonly string[]): string {
  return member.map((name) => `/${pointerPart(name)}`).join("");
}

function serversIn(map: unknown, pointer: string): FoundComponent[] {
  return Object.entries(recordIn(map)).flatMap(([name, value]) =>
    isRecord(value) && !isBuiltIn(value) && !isOurs(value)
      ? [{ name, pointer: `${pointer}/${pointerPart(name)}`, ...wholeEntry(value) }]
      : [],
  );
}

/** An entry whose limits would be lost offers tools that somebody has switched off. */
function wholeEntry(value: Members): Omit<FoundComponent, "name"> {
  const read = serverEntry(value);
  const [limits, leftOut, valued] = [limitsOf(value), unknownMembers(value), valuedIn(value)];
  if (read.unregistrable) return read;
  if (limits.length > 0) return { entry: {}, unregistrable: { reason: lostLimits(limits) } };
  return { ...read, ...(leftOut.length > 0 && { leftOut }), ...(valued.length > 0 && { valued }) };
}

/** goose lists what is part of it beside the servers. */
function isBuiltIn(entry: Members): boolean {
  return ["builtin", "platform", "frontend"].includes(textIn(entry, "type") ?? "");
}

/** The entry that a sandbox installs is not a separate server. */
function isOurs(entry: Members): boolean {
  return entry["command"] === "tack" && textsIn(entry, "args")[0] === "sandbox";
}

/** Every harness's shape at once: their members have different names and never different meanings. */
export function serverEntry(entry: Members): Pick<FoundComponent, "entry" | "unregistrable"> {
  const environment = { ...recordIn(entry["env"]), ...recordIn(entry["environment"]), ...recordIn(entry["envs"]) };
  const headers = { ...recordIn(entry["headers"]), ...recordIn(entry["http_headers"]) };
  const known = knownSecrets(environment, headers, { BEARER_TOKEN: entry["bearerToken"] });
  const [command, ...args] = argvOf(entry);
  const url = textIn(entry, "url", "serverUrl", "httpUrl", "uri");
  if (command === undefined && url === undefined) {
    return { entry: {}, unregistrable: { reason: "It has neither a command nor a URL.", isError: true } };
  }
  const masked = maskArguments(args, known);
  const address = url === undefined ? undefined : maskAddress(url, known);
  const names = [
    ...Object.keys(environment),
    ...textsIn(entry, "env_vars"),
    ...textsIn(entry, "env_keys"),
    ...Object.values(recordIn(entry["env_http_headers"])).filter((name) => typeof name === "string"),
    ...variableNames(entry, "bearer_token_env_var", "bearerTokenEnv"),
    ...placeholdersAdded([...args, url ?? ""], [...masked, address ?? ""]),
  ].filter(isVariableName);
  const variables = Object.fromEntries(names.map((name) => [name, `\${${name}}`]));
  const reach = command === undefined ? { url: address } : { command: maskLine(command, known), args: masked };
  const headerNames = [...Object.keys(headers), ...Object.keys(recordIn(entry["env_http_headers"]))];
  return {
    entry: {
      ...reach,
      ...(names.length > 0 && { env: variables }),
      ...(headerNames.length > 0 && { headers: headerNames }),
    },
  };
}

/** Somebody may have put the secret itself where its variable belongs. */
function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(name) && maskLine(name) === name;
}

function variableNames(entry: Members, ...members: readonly string[]): string[] {
  return members.flatMap((member) => textIn(entry, member) ?? []);
}

/** A program with its arguments: apart, together in a list, or (older Zed) in an object. */
function argvOf(entry: Members): string[] {
  const { command } = entry;
  if (Array.isArray(command)) return textsIn(entry, "command");
  const holder = isRecord(command) ? command : entry;
  const program = textIn(holder, "command", "cmd", "path");
  return program === undefined ? [] : [program, ...textsIn(holder, "args")];
}
