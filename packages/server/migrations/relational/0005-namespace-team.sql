-- Names that items are published under: those of users and of teams are one name space. Belongs to the auth module. A
-- name that was published under stays for ever, also when nobody holds it any more, so that nobody else gets it.
CREATE TABLE namespace (
  name text PRIMARY KEY,
  -- No foreign keys: a name is claimed before its holder is there, and the first to claim it wins.
  user_id uuid UNIQUE,
  team_id uuid UNIQUE,
  is_used boolean NOT NULL DEFAULT false,
  CHECK (num_nonnulls(user_id, team_id) <= 1),
  CHECK (is_used OR num_nonnulls(user_id, team_id) = 1)
);

INSERT INTO namespace (name, user_id) SELECT username, id FROM user_account;

-- Whoever writes an account, its name is claimed with it, and given back when it is not needed any more.
CREATE FUNCTION hold_username() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM namespace WHERE user_id = OLD.id AND name = OLD.username AND NOT is_used;
    UPDATE namespace SET user_id = NULL WHERE user_id = OLD.id AND name = OLD.username;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO namespace (name, user_id) VALUES (NEW.username, NEW.id)
    ON CONFLICT (name) DO UPDATE SET user_id = NEW.id WHERE namespace.user_id = NEW.id;
    IF NOT FOUND THEN
      RAISE unique_violation USING MESSAGE = format('the name %s is taken', NEW.username), CONSTRAINT = 'namespace_pkey';
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER user_account_is_made AFTER INSERT ON user_account
  FOR EACH ROW EXECUTE FUNCTION hold_username();
CREATE TRIGGER user_account_is_renamed AFTER UPDATE OF username ON user_account
  FOR EACH ROW WHEN (OLD.username <> NEW.username) EXECUTE FUNCTION hold_username();
CREATE TRIGGER user_account_is_gone AFTER DELETE ON user_account
  FOR EACH ROW EXECUTE FUNCTION hold_username();

-- The public halves of all keys that attestations were ever signed with. Belongs to the auth module.
CREATE TABLE attestation_key (
  kid text PRIMARY KEY,
  public_key jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- People who publish together. Belongs to the teams module, as does the next table.
CREATE TABLE team (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  -- The namespace of the team's items, which `namespace` keeps apart from usernames; it never changes.
  handle text NOT NULL UNIQUE,
  description text NOT NULL,
  visibility text NOT NULL CHECK (visibility IN ('public', 'private')),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX team_newest ON team (created_at DESC, id DESC);

CREATE TABLE team_member (
  team_id uuid NOT NULL REFERENCES team (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'member')),
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, user_id)
);
CREATE INDEX team_member_user ON team_member (user_id);
CREATE INDEX team_member_newest ON team_member (team_id, joined_at DESC, user_id DESC);
