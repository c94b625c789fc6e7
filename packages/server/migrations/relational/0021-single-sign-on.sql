-- Single sign-on. Belongs to the auth module.

-- An account has a password or a provider that vouches for it, never both: whatever a use case forgets, a password cannot be
-- given to an account whose provider may have let its owner go.
ALTER TABLE user_account ADD CONSTRAINT user_account_password_is_local
  CHECK (auth_provider = 'local' OR password_hash IS NULL);
ALTER TABLE user_account ADD CONSTRAINT user_account_subject_of_provider
  CHECK ((auth_provider = 'local') = (sso_subject_id IS NULL));

ALTER TABLE user_account ADD COLUMN last_sign_in_at timestamptz;
ALTER TABLE user_account ADD COLUMN last_sign_in_method text
  CHECK (last_sign_in_method IN ('password', 'api_key', 'device', 'oidc', 'provider_a', 'provider_b', 'saml'));
-- Hooks tokens that are older are dead. Set when an account changes hands: its former owner may have made some.
ALTER TABLE user_account ADD COLUMN hooks_since timestamptz;

-- A sign-in that someone has begun and whose provider has not answered yet. Found by its state, and used once.
CREATE TABLE sso_flow (
  state_hash bytea PRIMARY KEY,
  method text NOT NULL CHECK (method IN ('oidc', 'provider_a', 'provider_b', 'saml')),
  -- The browser that began it, by its cookie.
  browser_hash bytea NOT NULL,
  -- Nonce, PKCE verifier or request id, sealed.
  sealed bytea NOT NULL,
  next text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sso_flow_expires ON sso_flow (expires_at);

-- What the web app exchanges for tokens once the provider has vouched.
CREATE TABLE sso_code (
  code_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  browser_hash bytea NOT NULL,
  method text NOT NULL CHECK (method IN ('oidc', 'provider_a', 'provider_b', 'saml')),
  provider_session text,
  provider_sealed bytea,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sso_code_user ON sso_code (user_id);
CREATE INDEX sso_code_expires ON sso_code (expires_at);

-- How a sign-in goes back to its provider: the method, the session there (by which the provider ends it), and what is needed
-- to sign out there too (sealed).
ALTER TABLE token_family ADD COLUMN sso_method text CHECK (sso_method IN ('oidc', 'provider_a', 'provider_b', 'saml'));
ALTER TABLE token_family ADD COLUMN provider_session text;
ALTER TABLE token_family ADD COLUMN provider_sealed bytea;
CREATE INDEX token_family_provider_session ON token_family (sso_method, provider_session)
  WHERE provider_session IS NOT NULL;

-- By which a provider is asked whether it still vouches for an account: its latest refresh token, sealed. One for all sign-ins
-- of the account, also those of devices, because the provider renews it with each use.
CREATE TABLE provider_grant (
  user_id uuid PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  sealed bytea NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now()
);
