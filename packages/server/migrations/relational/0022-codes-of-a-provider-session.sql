-- A provider that ends a session also takes back the codes that were about to sign someone in with it.
CREATE INDEX sso_code_provider_session ON sso_code (method, provider_session) WHERE provider_session IS NOT NULL;
