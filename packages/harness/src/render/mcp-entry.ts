import type { ResolvedServer } from "./resolve-server.js";
import { present } from "./text.js";

type Members = Record<string, unknown>;

export function isRemote(server: ResolvedServer): boolean {
  return server.transport !== "stdio";
}

/** An empty map says nothing, and some harnesses refuse it. */
export function unlessEmpty(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  return Object.keys(values).length === 0 ? undefined : values;
}

/** `{…, command, args, env}` */
export function stdioEntry(server: ResolvedServer, first: Members = {}): Members {
  return present({ ...first, command: server.command, args: server.args, env: unlessEmpty(server.env) });
}

/** `{…, url, headers}`, the address under the name that the harness reads. */
export function remoteEntry(server: ResolvedServer, first: Members = {}, urlKey = "url"): Members {
  return present({ ...first, [urlKey]: server.url, headers: unlessEmpty(server.headers) });
}

/** `http` for the streamable transport, as most harnesses call it. */
export function httpType(server: ResolvedServer): "sse" | "http" {
  return server.transport === "sse" ? "sse" : "http";
}

export function approved(server: ResolvedServer): Members {
  return server.autoApprove.length === 0 ? {} : { autoApprove: server.autoApprove };
}

const MAX_TOOL_NAME_LENGTH = 64;
const USUAL_TOOL_NAME = 20;

/** The name of a tool is counted together with that of its server. */
export function longNameWarnings({ name }: ResolvedServer, displayName: string): string[] {
  if (name.length + USUAL_TOOL_NAME <= MAX_TOOL_NAME_LENGTH) return [];
  return [
    `${displayName} limits the combined name of a server and its tool to ${MAX_TOOL_NAME_LENGTH} characters, and "${name}" already has ${name.length}. Install it with a shorter local name.`,
  ];
}
