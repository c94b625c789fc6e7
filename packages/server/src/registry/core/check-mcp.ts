import { startOf } from "@tackroom/contract/shorten";
import { HTTP_TRANSPORT, MAX_TOOLS, TEXT_FORMATS, type FieldError } from "@tackroom/contract";
import { checkCommand } from "./commands.js";
import { isRecord, listOf, recordsOf, textOf, textsOf, type Fields } from "./fields.js";
import { checkSource } from "./sources.js";

const MAX_TOOL_NAME_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 8000;

/** What the schema cannot say about an MCP server: how it is reached, and that names are unique. */
export function checkMcp(fields: Fields): FieldError[] {
  const command = textOf(fields, "command");
  return [
    ...checkReach(fields),
    ...checkTransport(fields),
    ...(command === undefined ? [] : checkCommand({ command, args: textsOf(fields, "args") })),
    ...checkSource(fields, { url: "git_url", ref: "git_ref" }),
    ...repeatedNames(fields, "headers", (name) => name.toLowerCase()),
    ...repeatedNames(fields, "environment_variables", (name) => name),
  ];
}

/** `url` alone is reached over SSE, a command over its standard streams. What only a repository tells stays open. */
export function completeMcp<F extends Fields>(fields: F): F {
  if (textOf(fields, "transport") === HTTP_TRANSPORT) return { ...fields, transport: "streamable-http" };
  if (textOf(fields, "transport") !== undefined) return fields;
  if (textOf(fields, "command") !== undefined) return { ...fields, transport: "stdio" };
  return textOf(fields, "url") === undefined ? fields : { ...fields, transport: "sse" };
}

/** The tools that a client found in the source, as names or with the words that describe them; what is none is left out. */
export function analysedTools(analysis: unknown): Fields {
  const found = isRecord(analysis) ? listOf(analysis, "tools") : [];
  const tools = found.flatMap((entry) => {
    const tool = typeof entry === "string" ? { name: entry } : isRecord(entry) ? entry : {};
    const description = textOf(tool, "description") ?? textOf(tool, "docstring") ?? "";
    const name = textOf(tool, "name") ?? "";
    return isToolName(name) ? [{ name, description: startOf(description, MAX_DESCRIPTION_LENGTH) }] : [];
  });
  return tools.length === 0 ? {} : { tools: tools.slice(0, MAX_TOOLS) };
}

const isToolName = (name: string): boolean =>
  name !== "" && name.length <= MAX_TOOL_NAME_LENGTH && TEXT_FORMATS["single-line"]?.(name) === true;

/** A server that is reached in another way is not reached in the former one too. */
export function keptMcp(before: Fields, change: Fields): Fields {
  const [command, url] = [textOf(change, "command"), textOf(change, "url")];
  if ((command === undefined) === (url === undefined)) return before;
  const { transport: _transport, ...rest } = before;
  const { url: _url, headers: _headers, ...withoutUrl } = rest;
  const { command: _command, args: _args, ...withoutCommand } = rest;
  return command === undefined ? withoutCommand : withoutUrl;
}

function checkReach(fields: Fields): FieldError[] {
  const url = textOf(fields, "url");
  const command = textOf(fields, "command");
  if (url !== undefined && command !== undefined) {
    return [{ path: "url", message: "url and command are mutually exclusive. Remove one of them." }];
  }
  if (url === undefined && command === undefined && textOf(fields, "git_url") === undefined) {
    return [{ path: "git_url", message: "One of git_url, command and url is required." }];
  }
  return [];
}

function checkTransport(fields: Fields): FieldError[] {
  const transport = textOf(fields, "transport");
  const remote = textOf(fields, "url") !== undefined;
  const command = textOf(fields, "command") !== undefined;
  // With both, the transport is not what is wrong.
  if (remote && command) return [];
  if (remote && transport === "stdio") {
    const message =
      'A server with a url must have the transport "sse" or "streamable-http". Change transport, or remove it.';
    return [{ path: "transport", message }];
  }
  if (command && transport !== undefined && transport !== "stdio") {
    const message =
      'A server with a command must have the transport "stdio". Change transport, or remove it, or set url instead.';
    return [{ path: "transport", message }];
  }
  return [];
}

function repeatedNames(fields: Fields, list: string, sameName: (name: string) => string): FieldError[] {
  const names = recordsOf(fields, list).map((entry) => sameName(textOf(entry, "name") ?? ""));
  return names.flatMap((name, index) => {
    if (names.indexOf(name) === index) return [];
    return [{ path: `${list}[${index}].name`, message: "Duplicate name. Remove one of the two." }];
  });
}
