import { randomUUID } from "node:crypto";
import { testStoreSql } from "../../test/store-sql/test-store-sql.js";
import * as authorizations from "./authorization-store.js";

/** Each of two thousand users has given two clients access. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO user_account (id, email, username, name, role, auth_provider)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User ' || n, 'user', 'local'
  FROM generate_series(1, 2000) n;
  INSERT INTO token_family (id, user_id, expires_at)
  SELECT pg_temp.id(n), pg_temp.id(1 + n / 3), now() + interval '30 days' FROM generate_series(1, 5999) n;
  INSERT INTO mcp_authorization (id, user_id, client_hash, client_name, redirect_uri, resource, scope, code_hash,
    code_challenge, code_expires_at, code_used_at)
  SELECT pg_temp.id(n), pg_temp.id(1 + n / 3), sha256('client'), 'Editor', 'http://localhost/callback',
    'http://localhost:8000/mcp', 'mcp', sha256(n::text::bytea), 'challenge', now(), now()
  FROM generate_series(1, 5999) n WHERE n % 3 > 0`;

const seeded = (number: number): string => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`;

const HASH = Buffer.alloc(32, 7);
/** A sign-in that no client has yet. */
const FREE = seeded(3);
const [USER, ID] = [seeded(7), seeded(20)];

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: [],
  stores: {
    "authorization-store": {
      exports: authorizations,
      calls: {
        insertAuthorization: ({ db }) =>
          authorizations.insertAuthorization(
            db,
            {
              id: FREE,
              user_id: USER,
              client_hash: HASH,
              client_name: "Editor",
              client_host: null,
              redirect_uri: "http://localhost/callback",
              resource: "http://localhost:8000/mcp",
              scope: "mcp",
              code_hash: Buffer.from(randomUUID()),
              code_challenge: "challenge",
            },
            60,
          ),
        findByCode: ({ db }) => authorizations.findByCode(db, HASH),
        findAuthorization: ({ db }) => authorizations.findAuthorization(db, ID),
        useCode: ({ db }) => authorizations.useCode(db, HASH),
        noteUse: ({ db }) => authorizations.noteUse(db, ID),
        listAuthorizations: ({ db }) => authorizations.listAuthorizations(db, USER),
      },
    },
  },
});
