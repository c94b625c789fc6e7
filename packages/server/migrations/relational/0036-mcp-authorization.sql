-- What users have allowed MCP clients to do. Belongs to the mcp-authorization module.
--
-- Each is the sign-in of a client, so it ends with everything that ends a sign-in: the account, a change of its password, the
-- end of all its sign-ins. Registered clients are not stored: what was registered is in their client_id, sealed.
CREATE TABLE mcp_authorization (
  id uuid PRIMARY KEY REFERENCES token_family (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  -- SHA-256 of the client_id, which may be an address or as long as a registration.
  client_hash bytea NOT NULL,
  client_name text NOT NULL,
  -- The host that the client's own document is on; null for a client that has registered itself and may be anyone.
  client_host text,
  redirect_uri text NOT NULL,
  resource text NOT NULL,
  scope text NOT NULL,
  -- The authorization code. It is good for one exchange, and a second one ends what the first has given.
  code_hash bytea NOT NULL UNIQUE,
  code_challenge text NOT NULL,
  code_expires_at timestamptz NOT NULL,
  code_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz
);
CREATE INDEX mcp_authorization_user ON mcp_authorization (user_id, created_at DESC);
