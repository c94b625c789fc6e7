-- A reset code works without the email that it was made for. Belongs to the auth module.

-- By which a code alone is found: a keyed digest, because six characters are soon guessed from a plain one. Null, as the
-- account is, where there is nobody whose password could be reset.
ALTER TABLE password_reset ADD COLUMN code_digest bytea;
ALTER TABLE password_reset ADD COLUMN user_id uuid REFERENCES user_account (id) ON DELETE CASCADE;
CREATE INDEX password_reset_code ON password_reset (code_digest) WHERE code_digest IS NOT NULL;
CREATE INDEX password_reset_user ON password_reset (user_id);
