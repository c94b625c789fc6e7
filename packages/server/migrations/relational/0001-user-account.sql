-- People who can sign in. Belongs to the auth module.
CREATE TABLE user_account (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  username text NOT NULL UNIQUE,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('user', 'reviewer', 'admin', 'super_admin')),
  department text,
  auth_provider text NOT NULL CHECK (auth_provider IN ('local', 'oidc', 'provider_a', 'provider_b', 'saml')),
  sso_subject_id text,
  avatar_url text,
  is_active boolean NOT NULL DEFAULT true,
  -- Argon2id; null for accounts that sign in elsewhere.
  password_hash text,
  must_change_password boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (auth_provider, sso_subject_id)
);

-- Holds one row once the first admin has been made: bootstrap stays closed even if every user is deleted, and of two
-- callers at the same moment the primary key lets one through.
CREATE TABLE server_bootstrap (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  bootstrapped_at timestamptz NOT NULL DEFAULT now()
);

-- Only hashes are kept. A family is one sign-in: rotating a token stays in it, and revoking it ends them all.
CREATE TABLE refresh_token (
  id uuid PRIMARY KEY,
  family uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX refresh_token_family ON refresh_token (family);
CREATE INDEX refresh_token_user ON refresh_token (user_id);
