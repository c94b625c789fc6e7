-- What the functions of token-store.ts send. To renew: npm test -- stores.store.test -u

-- insertFamily
insert into "token_family" ("id", "user_id", "api_key_id", "expires_at", "revoked_at")
values ($1, $2, $3, $4, $5);
insert into "refresh_token" ("id", "family", "token_hash", "expires_at", "first_used_at")
values ($1, $2, $3, $4, $5);

-- insertNextToken
update "token_family"
set "expires_at" = $1
where "id" = $2;
insert into "refresh_token" ("id", "family", "token_hash", "expires_at", "first_used_at")
values ($1, $2, $3, $4, $5);

-- findFamilyHolder
select "user_account"."id", "email", "role", "is_active", "must_change_password", "api_key"."expires_at" as "key_expires_at"
from "token_family"
inner join "user_account" on "user_account"."id" = "token_family"."user_id"
left join "api_key" on "api_key"."id" = "token_family"."api_key_id"
where "token_family"."id" = $1
  and "token_family"."revoked_at" is null
  and (token_family.api_key_id IS NULL OR (api_key.revoked_at IS NULL
AND (api_key.expires_at IS NULL OR api_key.expires_at > now())));

-- findHooksHolder
select "user_account"."id", "email", "role", "is_active", "must_change_password", NULL as "key_expires_at"
from "user_account"
where "id" = $1
  and "hooks_stopped" = $2;

-- useRefreshToken
select token_family.revoked_at IS NULL
  AND (token_family.api_key_id IS NULL OR (api_key.revoked_at IS NULL
AND (api_key.expires_at IS NULL OR api_key.expires_at > now()))) as "lives"
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

-- revokeFamiliesOf, but one
update "token_family"
set "revoked_at" = now()
where "user_id" = $1
  and "revoked_at" is null
  and "id" <> $2;

-- deleteUsedTokens
delete from "refresh_token"
where "first_used_at" < now() - interval '1 hour';

-- deleteExpiredFamilies
delete from "token_family"
where "expires_at" < now();
