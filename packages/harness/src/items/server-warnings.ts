import type { McpServer, NamedValue } from "../neutral.js";

const unset = (values: readonly NamedValue[]): string[] =>
  values.filter(({ value, isOptional }) => value === undefined && !isOptional).map(({ name }) => name);

/** What people must set themselves before the servers work, whether they come alone or with an agent. */
export function serverWarnings(servers: readonly McpServer[]): string[] {
  const variables = [...new Set(servers.flatMap(({ env }) => unset(env)))];
  const headers = [...new Set(servers.flatMap((server) => unset(server.headers)))];
  return [
    ...(variables.length > 0 ? [`Set these variables before you start the server: ${variables.join(", ")}.`] : []),
    ...(headers.length > 0 ? [`Set values for these headers: ${headers.join(", ")}.`] : []),
  ];
}
