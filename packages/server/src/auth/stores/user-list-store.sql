-- What the functions of user-list-store.ts send. To renew: npm test -- stores.store.test -u

-- listUsers, all of them
select "id", "email", "username", "name", "role", "department", "auth_provider", "avatar_url", "is_active", "created_at", "password_hash", "must_change_password", "password_set_by", "sso_subject_id", "last_sign_in_at", "last_sign_in_method"
from "user_account"
order by "created_at" desc, "id" desc
limit $1 offset $2;
select count(*) as "total"
from "user_account";

-- listUsers, with one word
select "id", "email", "username", "name", "role", "department", "auth_provider", "avatar_url", "is_active", "created_at", "password_hash", "must_change_password", "password_set_by", "sso_subject_id", "last_sign_in_at", "last_sign_in_method"
from "user_account"
where "id" in (WITH found AS MATERIALIZED (
  SELECT id FROM user_account WHERE search @@ to_tsquery('simple', $1)
) SELECT id FROM found)
order by "created_at" desc, "id" desc
limit $2 offset $3;
select count(*) as "total"
from "user_account"
where "id" in (WITH found AS MATERIALIZED (
  SELECT id FROM user_account WHERE search @@ to_tsquery('simple', $1)
) SELECT id FROM found);

-- listUsers, with every filter
select "id", "email", "username", "name", "role", "department", "auth_provider", "avatar_url", "is_active", "created_at", "password_hash", "must_change_password", "password_set_by", "sso_subject_id", "last_sign_in_at", "last_sign_in_method"
from "user_account"
where "id" in (WITH found AS MATERIALIZED (
  SELECT id FROM user_account WHERE search @@ to_tsquery('simple', $1)
) SELECT id FROM found)
  and "role" = $2
  and "is_active" = $3
order by "created_at" desc, "id" desc
limit $4 offset $5;
select count(*) as "total"
from "user_account"
where "id" in (WITH found AS MATERIALIZED (
  SELECT id FROM user_account WHERE search @@ to_tsquery('simple', $1)
) SELECT id FROM found)
  and "role" = $2
  and "is_active" = $3;
