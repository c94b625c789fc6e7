import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";

/** Where MCP clients find the registry as a server. */
export const MCP_PATH = "/mcp";

/** What an access token must allow to be accepted there; there is no other scope. */
export const MCP_SCOPE = "mcp";

/** A message of JSON-RPC, which the protocol itself looks into. Batches are in none of the revisions that are offered. */
export const McpMessage = Type.Object({ method: Type.Optional(Type.Unknown()) }, { additionalProperties: true });
export type McpMessage = Static<typeof McpMessage>;

export const callMcp = endpoint({
  method: "POST",
  path: MCP_PATH,
  root: true,
  module: "mcp-server",
  summary:
    "The registry as an MCP server (Streamable HTTP, without sessions; revisions 2025-06-18, 2025-11-25 and 2026-07-28)",
  access: "user",
  audited: false,
  readsOthers: READS.item,
  takesMcpTokens: true,
  envelope: "mcp",
  readsOnly: true,
  bodyMayHoldNul: true,
  params: None,
  query: None,
  body: McpMessage,
  reply: Type.Unsafe<Uint8Array | undefined>({ type: "string", description: "A JSON-RPC response" }),
  produces: ["application/json", "text/event-stream"],
  errors: ["unauthenticated", "forbidden"],
});
