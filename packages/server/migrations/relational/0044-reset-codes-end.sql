-- A code to reset a password ends with the password that it would replace, and does not survive a deactivation: whoever has it
-- must not undo what was done since. While the account is deactivated, a right code is told so. Belongs to the auth module.
CREATE FUNCTION end_reset_codes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM password_reset WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER user_account_ends_reset_codes AFTER UPDATE OF password_hash, auth_provider, is_active ON user_account
  FOR EACH ROW
  WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR OLD.auth_provider <> NEW.auth_provider
    OR NEW.is_active AND NOT OLD.is_active)
  EXECUTE FUNCTION end_reset_codes();
