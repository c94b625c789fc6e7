import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { inFeed } from "./feeds.js";

/** The schema that every server here is described by. */
export const SERVER_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/** What the registry says of a version, under the one key that clients look for; it takes no further members. */
export const REGISTRY_META = "io.modelcontextprotocol.registry/official";
/** Where clients look for a README. */
export const PUBLISHER_META = "io.modelcontextprotocol.registry/publisher-provided";

export const MCP_SERVER_STATUSES = ["active", "deprecated", "deleted"] as const;
export type McpServerStatus = (typeof MCP_SERVER_STATUSES)[number];

interface Input {
  readonly description?: string;
  readonly isRequired?: boolean;
  readonly isSecret?: boolean;
  readonly value?: string;
}
export interface McpNamedInput extends Input {
  readonly name: string;
}
export interface McpArgument extends Input {
  readonly type: "positional";
  readonly value: string;
}
export interface McpPackage {
  readonly registryType: "npm" | "pypi" | "oci";
  readonly identifier: string;
  readonly version?: string;
  readonly runtimeHint: string;
  readonly runtimeArguments?: readonly McpArgument[];
  readonly packageArguments?: readonly McpArgument[];
  readonly environmentVariables?: readonly McpNamedInput[];
  readonly transport: { readonly type: "stdio" };
}
export interface McpRemote {
  readonly type: "streamable-http" | "sse";
  readonly url: string;
  readonly headers?: readonly McpNamedInput[];
}

/** `server.json` */
export interface McpServerJson {
  readonly $schema: typeof SERVER_SCHEMA;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly version: string;
  readonly repository?: { readonly url: string; readonly source: string };
  readonly packages?: readonly McpPackage[];
  readonly remotes?: readonly McpRemote[];
  readonly _meta?: Readonly<Record<string, object>>;
}

export const McpServerResponse = Type.Object(
  {
    server: Type.Unsafe<McpServerJson>(
      Type.Object({}, { additionalProperties: true, description: `A server.json as of ${SERVER_SCHEMA}` }),
    ),
    _meta: Type.Object({
      [REGISTRY_META]: Type.Object({
        status: Type.Enum([...MCP_SERVER_STATUSES]),
        statusChangedAt: Type.String(),
        statusMessage: Type.Optional(Type.String()),
        publishedAt: Type.String(),
        updatedAt: Type.String(),
        isLatest: Type.Boolean(),
      }),
    }),
  },
  { $id: "McpServerResponse" },
);
export type McpServerResponse = Static<typeof McpServerResponse>;

export const McpServerList = Type.Object(
  {
    servers: Type.Array(McpServerResponse),
    metadata: Type.Object({ nextCursor: Type.Optional(Type.String()), count: Type.Integer() }),
  },
  { $id: "McpServerList" },
);
export type McpServerList = Static<typeof McpServerList>;

const OF_REGISTRY = {
  root: true,
  module: "mcp-registry",
  access: "optional",
  envelope: "mcp_registry",
  audited: false,
  query: None,
  body: None,
} as const;

const serverName = Type.String({ maxLength: 300, description: "URL-encoded: com.example%2Fada.github-tools" });
const OfServer = Type.Object({ serverName });
const OfVersion = Type.Object({ serverName, version: Type.String({ maxLength: 255 }) });

export const McpServersQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 4000, description: "It carries the other parameters" })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 30 }),
  search: Type.Optional(Type.String({ maxLength: 200, description: "Part of a name or a description" })),
  updated_since: Type.Optional(Type.String({ maxLength: 64, description: "RFC 3339; includes deleted servers" })),
  version: Type.Optional(Type.String({ maxLength: 255, description: "latest, or an exact version" })),
  include_deleted: Type.Boolean({ default: false }),
});
export type McpServersQuery = Static<typeof McpServersQuery>;

export const listMcpServers = endpoint({
  ...OF_REGISTRY,
  method: "GET",
  path: "/v0.1/servers",
  aliases: ["/v0/servers"],
  summary: "Lists versions of MCP servers, as the MCP registry API has it",
  readsOthers: READS.itemList,
  params: None,
  query: McpServersQuery,
  reply: McpServerList,
  errors: ["not_found", "validation_failed"],
});
export const listMcpServersInFeed = inFeed(listMcpServers);

export const listMcpServerVersions = endpoint({
  ...OF_REGISTRY,
  method: "GET",
  path: "/v0.1/servers/:serverName/versions",
  aliases: ["/v0/servers/:serverName/versions"],
  summary: "Lists the versions of an MCP server, newest first",
  readsOthers: READS.itemList,
  params: OfServer,
  reply: McpServerList,
  errors: ["not_found"],
});
export const listMcpServerVersionsInFeed = inFeed(listMcpServerVersions);

export const getMcpServerVersion = endpoint({
  ...OF_REGISTRY,
  method: "GET",
  path: "/v0.1/servers/:serverName/versions/:version",
  aliases: ["/v0/servers/:serverName/versions/:version"],
  summary: "Returns a version of an MCP server, or `latest`",
  readsOthers: READS.itemList,
  params: OfVersion,
  reply: McpServerResponse,
  errors: ["not_found"],
});
export const getMcpServerVersionInFeed = inFeed(getMcpServerVersion);

const WRITE = {
  ...OF_REGISTRY,
  access: "anyone",
  // Publishing goes through a review, which this protocol has no words for.
  readsOnly: true,
  readsOthers: false,
  reply: None,
  errors: ["not_implemented"],
} as const;

export const publishMcpServer = endpoint({
  ...WRITE,
  method: "POST",
  path: "/v0.1/publish",
  aliases: ["/v0/publish"],
  summary: "Not offered (501): submit servers with POST /api/v1/mcps",
  params: None,
});
export const publishMcpServerInFeed = inFeed(publishMcpServer);

export const putMcpServerVersion = endpoint({
  ...WRITE,
  method: "PUT",
  path: "/v0.1/servers/:serverName/versions/:version",
  aliases: ["/v0/servers/:serverName/versions/:version"],
  summary: "Not offered (501): released versions never change",
  params: OfVersion,
});
export const putMcpServerVersionInFeed = inFeed(putMcpServerVersion);

export const deleteMcpServerVersion = endpoint({
  ...WRITE,
  method: "DELETE",
  path: "/v0.1/servers/:serverName/versions/:version",
  aliases: ["/v0/servers/:serverName/versions/:version"],
  summary: "Not offered (501): yank versions with PATCH /api/v1/mcps/{id}/versions/{v}",
  params: OfVersion,
});
export const deleteMcpServerVersionInFeed = inFeed(deleteMcpServerVersion);
