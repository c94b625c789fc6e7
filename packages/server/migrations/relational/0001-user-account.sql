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
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (auth_provider, sso_subject_id)
);
