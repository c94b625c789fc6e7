-- What the functions of token-store.ts send. To renew: npm test -- stores.store.test -u

-- insertFamily
insert into "token_family" ("id", "expires_at", "user_id", "api_key_id", "password_set_by", "revoked_at", "sso_method", "provider_session", "provider_sealed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "refresh_token" ("id", "family", "token_hash", "expires_at", "first_used_at")
values ($1, $2, $3, $4, $5);

-- insertTokenlessFamily
insert into "token_family" ("id", "expires_at", "user_id", "api_key_id", "password_set_by", "revoked_at", "sso_method", "provider_session", "provider_sealed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- liveFamilies
select "token_family"."id"
from "token_family"
left join lateral (select * from "api_key" where "api_key"."id" = "token_family"."api_key_id" limit $1) as "api_key" on true
where "token_family"."id" = any($2)
  and "token_family"."revoked_at" is null
  and "token_family"."expires_at" > now()
  and coalesce((SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) > now(), true);

-- insertNextToken
update "token_family"
set "expires_at" = $1
where "id" = $2;
insert into "refresh_token" ("id", "family", "token_hash", "expires_at", "first_used_at")
values ($1, $2, $3, $4, $5);

-- findFamilyHolder
select "user_account"."id", "email", "role", "is_active", "must_change_password", "token_family"."password_set_by", CASE WHEN api_key.id IS NULL THEN '{}'::uuid[]
ELSE array_prepend(api_key.id, api_key.made_with) END as "keys", (SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) as "key_expires_at"
from "token_family"
inner join "user_account" on "user_account"."id" = "token_family"."user_id"
left join "api_key" on "api_key"."id" = "token_family"."api_key_id"
where "token_family"."id" = $1
  and "token_family"."revoked_at" is null
  and coalesce((SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) > now(), true);

-- findHooksHolder, made in a sign-in
select "user_account"."id", "email", "role", "is_active", "must_change_password", CASE WHEN api_key.id IS NULL THEN '{}'::uuid[]
ELSE array_prepend(api_key.id, api_key.made_with) END as "keys", (SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) as "key_expires_at", NULL as "password_set_by"
from "user_account"
left join "api_key" on "api_key"."user_id" = "user_account"."id"
  and "api_key"."id" = $1
where "user_account"."id" = $2
  and "hooks_stopped" = $3
  and ("hooks_since" is null or "hooks_since" <= $4)
  and coalesce((SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) > now(), true);

-- findHooksHolder, made with a key
select "user_account"."id", "email", "role", "is_active", "must_change_password", CASE WHEN api_key.id IS NULL THEN '{}'::uuid[]
ELSE array_prepend(api_key.id, api_key.made_with) END as "keys", (SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) as "key_expires_at", NULL as "password_set_by"
from "user_account"
left join "api_key" on "api_key"."user_id" = "user_account"."id"
  and "api_key"."id" = $1
where "user_account"."id" = $2
  and "hooks_stopped" = $3
  and ("hooks_since" is null or "hooks_since" <= $4)
  and coalesce((SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) > now(), true)
  and "api_key"."id" is not null;

-- useRefreshToken
select token_family.revoked_at IS NULL
  AND coalesce((SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) > now(), true) as "lives"
from "token_family"
left join "api_key" on "api_key"."id" = "token_family"."api_key_id"
where "token_family"."id" = $1;
update "refresh_token"
set "first_used_at" = coalesce(first_used_at, clock_timestamp())
where "id" = $1
  and "family" = $2
  and "token_hash" = $3
returning first_used_at < clock_timestamp() - make_interval(secs => $4) as "is_late";

-- revokeFamily
update "token_family"
set "revoked_at" = now()
where "id" = $1
  and "revoked_at" is null;

-- revokeFamiliesOf, all of them
update "token_family"
set "revoked_at" = now()
where "user_id" = $1
  and "revoked_at" is null;
update "device_authorization"
set "is_denied" = $1
where "user_id" = $2
  and "used_at" is null;
delete from "sso_code"
where "user_id" = $1;

-- revokeFamiliesOf, but one
update "token_family"
set "revoked_at" = now()
where "user_id" = $1
  and "revoked_at" is null
  and "id" <> $2;
update "device_authorization"
set "is_denied" = $1
where "user_id" = $2
  and "used_at" is null;
delete from "sso_code"
where "user_id" = $1;

-- deleteUsedTokens
delete from "refresh_token"
where "first_used_at" < now() - interval '1 hour';

-- deleteExpiredFamilies
delete from "token_family"
where "expires_at" < now();
