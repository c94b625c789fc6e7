-- Everything that signs people in. Belongs to the auth module. Only hashes of secrets are kept.

-- Hooks tokens live long and are not in a family: signing out stops them until the next sign-in.
ALTER TABLE user_account ADD COLUMN hooks_stopped boolean NOT NULL DEFAULT false;

-- What an admin's search meets: words and their beginnings, of all three names.
ALTER TABLE user_account ADD COLUMN search tsvector GENERATED ALWAYS AS (
  to_tsvector('simple', translate(email || ' ' || username || ' ' || name, '@.-_+', '     '))
) STORED;
-- Without the list of pending entries, which makes the index look costly until a VACUUM, and PGlite has one an hour.
CREATE INDEX user_account_search ON user_account USING gin (search) WITH (fastupdate = off);
CREATE INDEX user_account_newest ON user_account (created_at DESC, id DESC);
-- Asked before an admin is demoted, deactivated or deleted; there are few.
CREATE INDEX user_account_admins ON user_account (id) WHERE role IN ('admin', 'super_admin');

CREATE TABLE api_key (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- The first characters, by which people recognise it.
  prefix text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  environment text NOT NULL CHECK (environment IN ('live', 'test', 'dev')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  revoked_at timestamptz,
  -- Set by a rotation: the old key lives on for its grace period, but the name is the new one's.
  replaced_by uuid
);
CREATE INDEX api_key_user ON api_key (user_id, created_at DESC);
CREATE UNIQUE INDEX api_key_name ON api_key (user_id, name) WHERE revoked_at IS NULL AND replaced_by IS NULL;

-- One sign-in. Access and refresh tokens name it, so revoking it ends them all with the next request.
CREATE TABLE token_family (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The key that it was begun with, if any: it lives no longer than that.
  api_key_id uuid REFERENCES api_key (id) ON DELETE CASCADE,
  -- When the last of its tokens expires.
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX token_family_key ON token_family (api_key_id);
CREATE INDEX token_family_user ON token_family (user_id);
CREATE INDEX token_family_expiry ON token_family (expires_at);

INSERT INTO token_family (id, user_id, created_at, expires_at)
SELECT family, user_id, min(created_at), max(expires_at) FROM refresh_token GROUP BY family, user_id;

ALTER TABLE refresh_token
  DROP COLUMN user_id,
  ADD COLUMN first_used_at timestamptz,
  ADD FOREIGN KEY (family) REFERENCES token_family (id) ON DELETE CASCADE;
CREATE INDEX refresh_token_used ON refresh_token (first_used_at) WHERE first_used_at IS NOT NULL;

-- By the digest of the email that was named, whether or not there is such an account: the work, and so the time, is the
-- same for both.
CREATE TABLE password_reset (
  email_digest bytea PRIMARY KEY,
  code_hash text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_reset_expiry ON password_reset (expires_at);

-- A command line that waits for its user to confirm it in a browser (RFC 8628).
CREATE TABLE device_authorization (
  device_code_hash bytea PRIMARY KEY,
  user_code text NOT NULL UNIQUE,
  client_id text,
  user_id uuid REFERENCES user_account (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX device_authorization_expiry ON device_authorization (expires_at);
CREATE INDEX device_authorization_user ON device_authorization (user_id);
