import type { McpServer } from "../neutral.js";
import type { Harness } from "../harness.js";
import { renderServers } from "../render/servers.js";

/** How managed settings name a server: a remote one by its address, a local one by its whole command. */
export type ServerMatcher = { readonly serverUrl: string } | { readonly serverCommand: readonly string[] };

/** What allows a server as these harnesses have it in their files. Nothing if no matcher allows it and little else. */
export function matchersOf(server: McpServer, harnesses: readonly Harness[]): ServerMatcher[] {
  if (server.transport !== "stdio") {
    const serverUrl = addressPattern(server.url ?? "");
    return serverUrl === undefined ? [] : [{ serverUrl }];
  }
  const commands = harnesses.flatMap((harness) =>
    renderServers(harness, [server]).resolved.map(({ command, args }) => [command, ...args]),
  );
  return commands.map((serverCommand) => ({ serverCommand }));
}

const VARIABLE = /\$\{[^{}]*\}|\$[A-Za-z_]\w*/g;

/**
 * An address with a star for each variable. Not where that would let the star stand for a host: the pattern would allow
 * addresses that nobody has approved. A star of the address itself would be a wildcard too.
 */
export function addressPattern(url: string): string | undefined {
  const [start = ""] = /^[^/?#]*\/\/[^/?#]*/.exec(url) ?? [];
  if (start === "" || url.includes("*") || /[$\\\s]/.test(start)) return undefined;
  // Without a path a pattern allows every path of the host.
  return start + (url.slice(start.length) || "/").replaceAll(VARIABLE, "*");
}

/** Whether a value that each person fills in by themselves is part of the command. */
export const takesVariable = ({ command }: McpServer): boolean => command.some((part) => part.search(VARIABLE) >= 0);
