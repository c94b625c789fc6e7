-- What the functions of provider-account-store.ts send. To renew: npm test -- stores.store.test -u

-- lockUserBySubject
select "id", "email", "username", "name", "role", "department", "auth_provider", "avatar_url", "is_active", "created_at", "password_hash", "must_change_password", "password_set_by", "sso_subject_id", "last_sign_in_at", "last_sign_in_method"
from "user_account"
where "auth_provider" = $1
  and "sso_subject_id" = $2
for update;

-- handToProvider
update "user_account"
set "auth_provider" = $1, "sso_subject_id" = $2, "password_hash" = $3, "must_change_password" = $4, "password_set_by" = $5, "hooks_since" = now()
where "id" = $6
returning "id", "email", "username", "name", "role", "department", "auth_provider", "avatar_url", "is_active", "created_at", "password_hash", "must_change_password", "password_set_by", "sso_subject_id", "last_sign_in_at", "last_sign_in_method";
