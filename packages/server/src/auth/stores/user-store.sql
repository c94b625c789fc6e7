-- What the functions of user-store.ts send. To renew: npm test -- stores.store.test -u

-- noteSignIn
update "user_account"
set "hooks_stopped" = $1, "last_sign_in_at" = now(), "last_sign_in_method" = $2
where "id" = $3;

-- anyUserExists
select "id"
from "user_account"
limit $1;

-- closeBootstrap
insert into "server_bootstrap" ("only_row")
values ($1)
on conflict do nothing;

-- insertUser, with the first name
insert into "namespace" ("name", "user_id", "team_id")
values ($1, $2, $3)
on conflict ("name") do nothing;
insert into "user_account" ("department", "avatar_url", "sso_subject_id", "auth_provider", "is_active", "id", "email", "name", "role", "password_hash", "username")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict do nothing
returning "id", "email", "username", "name", "role", "department", "auth_provider", "avatar_url", "is_active", "created_at", "password_hash", "must_change_password", "password_set_by", "sso_subject_id", "last_sign_in_at", "last_sign_in_method";

-- insertUser, with the second name
insert into "namespace" ("name", "user_id", "team_id")
values ($1, $2, $3)
on conflict ("name") do nothing;
insert into "namespace" ("name", "user_id", "team_id")
values ($1, $2, $3)
on conflict ("name") do nothing;
insert into "user_account" ("department", "avatar_url", "sso_subject_id", "auth_provider", "is_active", "id", "email", "name", "role", "password_hash", "username")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict do nothing
returning "id", "email", "username", "name", "role", "department", "auth_provider", "avatar_url", "is_active", "created_at", "password_hash", "must_change_password", "password_set_by", "sso_subject_id", "last_sign_in_at", "last_sign_in_method";

-- insertUser, whose email is taken
insert into "namespace" ("name", "user_id", "team_id")
values ($1, $2, $3)
on conflict ("name") do nothing;
insert into "user_account" ("department", "avatar_url", "sso_subject_id", "auth_provider", "is_active", "id", "email", "name", "role", "password_hash", "username")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict do nothing
returning "id", "email", "username", "name", "role", "department", "auth_provider", "avatar_url", "is_active", "created_at", "password_hash", "must_change_password", "password_set_by", "sso_subject_id", "last_sign_in_at", "last_sign_in_method";
delete from "namespace"
where "user_id" = $1
  and "is_used" = $2;
update "namespace"
set "user_id" = $1
where "user_id" = $2;

-- findUser
select "id", "email", "username", "name", "role", "department", "auth_provider", "avatar_url", "is_active", "created_at", "password_hash", "must_change_password", "password_set_by", "sso_subject_id", "last_sign_in_at", "last_sign_in_method"
from "user_account"
where "id" = $1;

-- findUserByLogin, by email
select "id", "email", "username", "name", "role", "department", "auth_provider", "avatar_url", "is_active", "created_at", "password_hash", "must_change_password", "password_set_by", "sso_subject_id", "last_sign_in_at", "last_sign_in_method"
from "user_account"
where "email" = $1;

-- findUserByLogin, by username
select "id", "email", "username", "name", "role", "department", "auth_provider", "avatar_url", "is_active", "created_at", "password_hash", "must_change_password", "password_set_by", "sso_subject_id", "last_sign_in_at", "last_sign_in_method"
from "user_account"
where "username" = $1;

-- hasSeveralReviewers
select "id"
from "user_account"
where "is_active" = $1
  and "role" in ($2, $3, $4)
limit $5;

-- findUsers
select "id", "email", "username", "name", "is_active"
from "user_account"
where "id" in ($1, $2);

-- findUserBy, by email
select "id", "email", "username", "name", "is_active"
from "user_account"
where "email" = $1;

-- findUserBy, by username
select "id", "email", "username", "name", "is_active"
from "user_account"
where "username" = $1;

-- findUserBy, by id
select "id", "email", "username", "name", "is_active"
from "user_account"
where "id" = $1;

-- lockUser
select "id", "email", "username", "name", "role", "department", "auth_provider", "avatar_url", "is_active", "created_at", "password_hash", "must_change_password", "password_set_by", "sso_subject_id", "last_sign_in_at", "last_sign_in_method"
from "user_account"
where "id" = $1
for update;

-- lockUsersByEmail
select "id", "email", "username", "name", "role", "department", "auth_provider", "avatar_url", "is_active", "created_at", "password_hash", "must_change_password", "password_set_by", "sso_subject_id", "last_sign_in_at", "last_sign_in_method"
from "user_account"
where "email" in ($1, $2)
order by "id"
for update;

-- lockActiveAdmins
select "id"
from "user_account"
where "role" in ($1, $2)
  and "is_active" = $3
order by "id"
for update;

-- updateUser
update "user_account"
set "role" = $1
where "id" = $2
returning "id", "email", "username", "name", "role", "department", "auth_provider", "avatar_url", "is_active", "created_at", "password_hash", "must_change_password", "password_set_by", "sso_subject_id", "last_sign_in_at", "last_sign_in_method";

-- setDepartments
UPDATE user_account
SET department = change.department
FROM unnest($1::uuid[], $2::text[]) AS change (id, department)
WHERE user_account.id = change.id;

-- deleteUser
delete from "user_account"
where "id" = $1;
