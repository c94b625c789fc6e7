import { memberAt, parseData, textIn, type Members } from "../scan/parse-file.js";
import { serverEntry } from "../scan/read-servers.js";
import { limitsOf, lostLimits, valuedIn } from "../scan/server-members.js";
import { isRecord, recordIn } from "../transcript/json.js";
import { readCommandLines } from "./command-line.js";
import { readDockerCommand } from "./docker-command.js";
import { nameOf } from "./server-name.js";
import type { PastedEntry, PastedServer, Transport } from "./pasted-server.js";

export type Pasted = { readonly servers: readonly PastedServer[] } | { readonly problem: string };

/** Beyond this it is not the configuration of a few servers. */
export const MAX_PASTED_LENGTH = 200_000;

/**
 * The MCP servers in what somebody copied from a README or a configuration file: JSON of any harness, TOML, command lines, or
 * an address. Values of variables and headers are left out, and so is what looks like a secret elsewhere.
 */
export function readPasted(text: string): Pasted {
  if (text.length > MAX_PASTED_LENGTH)
    return { problem: "This is too long for a configuration. Paste only the server." };
  const candidates = fencedBlocks(text).map(readBlock);
  const servers = candidates.flatMap((each) => ("servers" in each ? each.servers : []));
  if (servers.length > 0) return { servers: unique(servers) };
  return candidates.find((each) => "problem" in each) ?? { problem: "Nothing was pasted." };
}

/** The code blocks of Markdown, or all of it when it has none. */
function fencedBlocks(text: string): string[] {
  const plain = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const blocks = [...plain.matchAll(/^[ \t]*```[^\n]*\n([^]*?)^[ \t]*```/gm)].map(([, block = ""]) => block);
  return blocks.length > 0 ? blocks : [plain.trim().replace(/^`([^`\n]+)`$/, "$1")];
}

const TOML_TABLE = /^[ \t]*\[{1,2}[\w."' -]+\]{1,2}[ \t]*(?:#.*)?$/m;
const TOML_PAIR = /^[ \t]*[\w"'-]+[ \t]*=/m;
/** A brace or a quoted name, after comments. */
const JSON_START = /^(?:\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/|\s)*(?:\{|"[^"\n]+"\s*:)/;

function readBlock(block: string): Pasted {
  const text = block.trim();
  if (text === "") return { problem: "Nothing was pasted." };
  if (TOML_TABLE.test(text) && TOML_PAIR.test(text)) return readData(text, "toml");
  if (JSON_START.test(text)) return readData(text, "json");
  const lines = readCommandLines(text);
  return "problem" in lines ? lines : serversOf(lines.entries);
}

function readData(text: string, format: "json" | "toml"): Pasted {
  const parsed = parseAny(text, format);
  if ("problem" in parsed) return parsed;
  const entries = entriesIn(parsed.document);
  if (entries.length === 0) {
    return { problem: `The ${format.toUpperCase()} has no MCP server: nothing in it has a command or a URL.` };
  }
  return serversOf(entries);
}

type Parsed = { readonly document: Members } | { readonly problem: string };

/** READMEs often show a member without the braces around it. */
function parseAny(text: string, format: "json" | "toml"): Parsed {
  const bare = text.trim().replace(/^,/, "").replace(/,$/, "");
  const attempts = format === "json" ? [text, `{${bare}}`, `{${bare}`, withBraces(bare)] : [text];
  let problem = "";
  for (const attempt of attempts) {
    try {
      return { document: parseData(`pasted.${format}`, attempt) };
    } catch (error) {
      problem ||= error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : "";
    }
  }
  return { problem: format === "json" ? `Cannot read the JSON: ${problem}.` : "Cannot read the TOML." };
}

/** A selection that misses the last braces. */
function withBraces(text: string): string {
  const count = (brace: string): number => text.split(brace).length - 1;
  return text + "}".repeat(Math.max(0, Math.min(5, count("{") - count("}"))));
}

/** The members under which harnesses list their servers. */
const MEMBERS: readonly (readonly string[])[] = [
  ["mcpServers"],
  ["servers"],
  ["mcp_servers"],
  ["context_servers"],
  ["amp.mcpServers"],
  ["mcp", "servers"],
  ["mcp"],
  ["extensions"],
];

const isEntry = (value: unknown): value is Members =>
  isRecord(value) && (hasCommand(value) || textIn(value, "url", "serverUrl", "httpUrl", "uri") !== undefined);

const hasCommand = ({ command, cmd }: Members): boolean =>
  typeof command === "string" || Array.isArray(command) || isRecord(command) || typeof cmd === "string";

function entriesIn(document: Members): PastedEntry[] {
  if (isEntry(document)) return [{ name: textIn(document, "name") ?? "", entry: document }];
  const maps = MEMBERS.map((path) => memberAt(document, path)).filter(isRecord);
  const listed = maps.flatMap(entriesOf);
  return listed.length > 0 ? listed : entriesOf(document);
}

const entriesOf = (map: Members): PastedEntry[] =>
  Object.entries(map).flatMap(([name, entry]) => (isEntry(entry) ? [{ name, entry }] : []));

function serversOf(entries: readonly PastedEntry[]): Pasted {
  const limits = entries.flatMap(({ entry }) => limitsOf(entry));
  if (limits.length > 0) return { problem: lostLimits([...new Set(limits)]) };
  return { servers: entries.map(serverOf) };
}

function serverOf({ name, entry }: PastedEntry): PastedServer {
  const found = serverEntry(entry).entry;
  const { command, args = [], url } = found as { command?: string; args?: readonly string[]; url?: string };
  const environment = Object.keys(recordIn(found["env"]));
  const docker = readDockerCommand(command ?? "", args);
  const headers = Array.isArray(found["headers"]) ? found["headers"].map(String) : [];
  const reach = command === undefined && url !== undefined ? { url } : { command: command ?? "", args: docker.args };
  return {
    name: name || nameOf(reach, docker.image),
    transport: transportOf(entry, url),
    ...reach,
    ...(docker.image === undefined ? {} : { docker_image: docker.image }),
    environment_variables: [...new Set([...environment, ...docker.variables])],
    headers,
    left_out: [...new Set([...valuedIn(entry), ...docker.valued])],
  };
}

function transportOf(entry: Members, url: string | undefined): Transport {
  const said = (textIn(entry, "type", "transport") ?? "").toLowerCase();
  if (url === undefined || entry["command"] !== undefined) return "stdio";
  if (said === "sse" || (said === "" && /\/sse\/?$/.test(url.split(/[?#]/, 1)[0] ?? ""))) return "sse";
  return "streamable-http";
}

/** The same server is often shown for several harnesses. */
function unique(servers: readonly PastedServer[]): PastedServer[] {
  const seen = new Map(
    servers.map((server) => {
      const { name, command, args, url } = server;
      return [JSON.stringify([name, command, args, url]), server];
    }),
  );
  return [...seen.values()];
}
