import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { moment, nullable, uuid } from "./registry/fields.js";

/** Authorization of MCP clients: OAuth 2.1 as the MCP specification wants it. */
const OPEN = {
  module: "mcp-authorization",
  root: true,
  access: "anyone",
  readsOthers: false,
  params: None,
  query: None,
} as const;

/** The page of the web app that asks the user. */
export const MCP_CONSENT_PATH = "/oauth/authorize";

const texts = Type.Array(Type.String());

export const getMcpResource = endpoint({
  ...OPEN,
  method: "GET",
  path: "/.well-known/oauth-protected-resource",
  aliases: ["/.well-known/oauth-protected-resource/mcp"],
  summary: "Tells MCP clients which authorization server gives access to /mcp (RFC 9728)",
  audited: false,
  body: None,
  reply: Type.Object(
    {
      resource: Type.String(),
      authorization_servers: texts,
      scopes_supported: texts,
      bearer_methods_supported: texts,
      resource_name: Type.String(),
    },
    { $id: "McpResource" },
  ),
  errors: [],
});

export const getAuthorizationServer = endpoint({
  ...OPEN,
  method: "GET",
  path: "/.well-known/oauth-authorization-server",
  summary: "Describes the authorization server for MCP clients (RFC 8414)",
  audited: false,
  body: None,
  reply: Type.Object(
    {
      issuer: Type.String(),
      authorization_endpoint: Type.String(),
      token_endpoint: Type.String(),
      registration_endpoint: Type.String(),
      revocation_endpoint: Type.String(),
      scopes_supported: texts,
      response_types_supported: texts,
      response_modes_supported: texts,
      grant_types_supported: texts,
      token_endpoint_auth_methods_supported: texts,
      revocation_endpoint_auth_methods_supported: texts,
      code_challenge_methods_supported: texts,
      authorization_response_iss_parameter_supported: Type.Boolean(),
      client_id_metadata_document_supported: Type.Boolean(),
    },
    { $id: "AuthorizationServer" },
  ),
  errors: [],
});

/** More than any client has; together they must fit into a client_id. */
const MAX_REDIRECT_URIS = 10;
const RedirectUri = Type.String({ minLength: 1, maxLength: 500 });
const ClientId = Type.String({ minLength: 1, maxLength: 4000, format: "single-line" });

/** The description that a client sends; its other members are not kept. */
export const ClientRegistration = Type.Object(
  {
    redirect_uris: Type.Array(RedirectUri, { minItems: 1, maxItems: MAX_REDIRECT_URIS }),
    client_name: Type.Optional(Type.String({ maxLength: 200 })),
    token_endpoint_auth_method: Type.Optional(Type.String({ maxLength: 100 })),
    grant_types: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10 })),
    response_types: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10 })),
  },
  { additionalProperties: true },
);
export type ClientRegistration = Static<typeof ClientRegistration>;

export const registerMcpClient = endpoint({
  ...OPEN,
  method: "POST",
  path: "/oauth/register",
  summary: "Registers an MCP client (RFC 7591). Registrations expire after 90 days",
  audited: false,
  envelope: "oauth",
  limited: { rate: "general" },
  readsOnly: true,
  body: ClientRegistration,
  reply: Type.Object(
    {
      client_id: Type.String(),
      client_id_issued_at: Type.Integer(),
      client_name: Type.String(),
      redirect_uris: texts,
      grant_types: texts,
      response_types: texts,
      token_endpoint_auth_method: Type.String(),
      scope: Type.String(),
    },
    { $id: "RegisteredClient" },
  ),
  status: 201,
  errors: ["malformed_request"],
});

const optional = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

export const McpTokenForm = Type.Object(
  {
    grant_type: Type.String({ minLength: 1, maxLength: 100 }),
    client_id: ClientId,
    code: optional(200),
    code_verifier: optional(200),
    redirect_uri: optional(500),
    refresh_token: optional(4096),
    resource: optional(2000),
    scope: optional(500),
  },
  { additionalProperties: true },
);
export type McpTokenForm = Static<typeof McpTokenForm>;

export const createMcpToken = endpoint({
  ...OPEN,
  method: "POST",
  path: "/oauth/token",
  summary: "Exchanges an authorization code or a refresh token for tokens that are accepted by /mcp only",
  audited: {
    action: "mcp_authorization.renew",
    resource: "mcp_authorization",
    sensitivity: "medium",
    calls: "refused",
  },
  envelope: "oauth",
  takesForm: true,
  limited: { rate: "general", counts: "failures" },
  body: McpTokenForm,
  reply: Type.Object(
    {
      access_token: Type.String(),
      token_type: Type.String(),
      expires_in: Type.Integer(),
      refresh_token: Type.String(),
      scope: Type.String(),
    },
    { $id: "McpTokens" },
  ),
  errors: ["malformed_request", "invalid_code"],
});

export const revokeMcpToken = endpoint({
  ...OPEN,
  method: "POST",
  path: "/oauth/revoke",
  summary: "Ends the authorization that a token belongs to (RFC 7009)",
  audited: {
    action: "mcp_authorization.end",
    resource: "mcp_authorization",
    sensitivity: "medium",
    calls: "when_described",
  },
  envelope: "oauth",
  takesForm: true,
  limited: { rate: "general" },
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 4096 }) }, { additionalProperties: true }),
  reply: Type.Object({}),
  errors: [],
});

/** The parameters of an authorization request, as the client has sent them with the browser. */
export const McpConsentQuery = Type.Object({
  client_id: ClientId,
  redirect_uri: optional(500),
  response_type: optional(100),
  code_challenge: optional(200),
  code_challenge_method: optional(100),
  scope: optional(500),
  state: optional(2000),
  resource: optional(2000),
});
export type McpConsentQuery = Static<typeof McpConsentQuery>;

const CONSENT = {
  module: "mcp-authorization",
  access: "user",
  path: "/oauth/consent",
  // Documents of clients are fetched for it, and each consent is kept for a while.
  limited: { rate: "general" },
  params: None,
} as const;

export const getMcpConsent = endpoint({
  ...CONSENT,
  method: "GET",
  summary: "Checks the request of an MCP client for access, and says whose it is",
  audited: false,
  readsOthers: false,
  query: McpConsentQuery,
  body: None,
  reply: Type.Object(
    {
      client_name: Type.String({ description: "What the client calls itself" }),
      client_host: nullable(
        Type.String({
          description: "The host that its document is on. Null: it has registered itself and may be anyone",
        }),
      ),
      returns_to: Type.String({ description: "Where the browser goes afterwards: a host or an application" }),
      returns_to_this_computer: Type.Boolean(),
    },
    { $id: "McpConsent" },
  ),
  errors: ["malformed_request", "invalid_state", "upstream_error"],
});

export const decideMcpConsent = endpoint({
  ...CONSENT,
  method: "POST",
  summary: "Allows or denies an MCP client access; returns the address that the browser goes to",
  audited: {
    action: "mcp_authorization.create",
    resource: "mcp_authorization",
    sensitivity: "high",
    calls: "all",
  },
  readsOthers: false,
  query: None,
  body: Type.Object({ ...McpConsentQuery.properties, decision: Type.Enum(["allow", "deny"]) }),
  reply: Type.Object({ redirect_to: Type.String() }),
  errors: ["malformed_request", "invalid_state", "upstream_error", "forbidden"],
});

export const McpAuthorization = Type.Object(
  {
    id: uuid,
    client_name: Type.String(),
    client_host: nullable(Type.String({ description: "Null: the client has registered itself and may be anyone" })),
    scope: Type.String(),
    created_at: moment,
    last_used_at: nullable(Type.String({ format: "date-time", description: "When it last got a new token" })),
  },
  { $id: "McpAuthorization" },
);
export type McpAuthorization = Static<typeof McpAuthorization>;

export const listMcpAuthorizations = endpoint({
  module: "mcp-authorization",
  method: "GET",
  path: "/me/authorizations",
  summary: "Lists the MCP clients that the caller has given access, newest first, at most 100",
  access: "user",
  audited: false,
  readsOthers: false,
  params: None,
  query: None,
  body: None,
  reply: Type.Array(McpAuthorization),
  errors: [],
});

export const deleteMcpAuthorization = endpoint({
  module: "mcp-authorization",
  method: "DELETE",
  path: "/me/authorizations/:id",
  summary: "Takes the access of an MCP client away, with immediate effect",
  access: "user",
  audited: {
    action: "mcp_authorization.revoke",
    resource: "mcp_authorization",
    sensitivity: "medium",
    calls: "all",
  },
  params: Type.Object({ id: uuid }),
  query: None,
  body: None,
  reply: None,
  status: 204,
  errors: ["not_found"],
});
