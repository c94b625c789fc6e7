-- Credentials end with what they were made with. Belongs to the auth module.

-- The keys that a key was made with, from its maker up to the first of the chain. It works only while all of them do, and
-- a lookup reads them by their primary key.
ALTER TABLE api_key ADD COLUMN made_with uuid[] NOT NULL DEFAULT '{}';
-- Keys that rotated themselves into each other share the id of the first: the last goes on when the time of those before is
-- up, and whoever revokes one of them revokes them all. Null: it never did.
ALTER TABLE api_key ADD COLUMN line uuid;
CREATE INDEX api_key_line ON api_key (line) WHERE line IS NOT NULL;

-- The admin who set the password, until its owner changes it. Without a reference: it is said even of an admin who is gone.
ALTER TABLE user_account ADD COLUMN password_set_by uuid;
-- The same of a sign-in that began with such a password before it was changed, and of what was made in it.
ALTER TABLE token_family ADD COLUMN password_set_by uuid;
ALTER TABLE api_key ADD COLUMN password_set_by uuid;
ALTER TABLE device_authorization ADD COLUMN password_set_by uuid;

-- Every sign-in of the user was ended after the device was confirmed, and before it fetched its own.
ALTER TABLE device_authorization ADD COLUMN is_denied boolean NOT NULL DEFAULT false;
