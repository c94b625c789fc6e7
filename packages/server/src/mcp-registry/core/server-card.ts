import type { McpServerJson } from "@tackroom/contract";
import { serverJson, type DescribedServer } from "./server-json.js";
import { reverseDomain } from "./server-name.js";

const CARD_SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";

export type ServerCard = Omit<McpServerJson, "$schema" | "packages"> & { readonly $schema: typeof CARD_SCHEMA };

/**
 * A version as a server card: who it is and where it is reached. How it is started is for `server.json` to say, and which tools
 * it has for the server itself.
 */
export function serverCard(domain: string, described: DescribedServer): ServerCard {
  const { $schema: _schema, packages: _packages, _meta, ...server } = serverJson(domain, described);
  const key = `${reverseDomain(domain)}/item`;
  return { $schema: CARD_SCHEMA, ...server, _meta: { [key]: _meta?.[key] ?? {} } };
}
