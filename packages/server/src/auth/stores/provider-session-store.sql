-- What the functions of provider-session-store.ts send. To renew: npm test -- stores.store.test -u

-- putGrant
insert into "provider_grant" ("user_id", "sealed", "asked_at")
values ($1, $2, now())
on conflict ("user_id")
do update set "sealed" = $3, "asked_at" = now();

-- claimGrant
update "provider_grant"
set "asked_at" = now()
where "user_id" = $1
  and "asked_at" < now() - make_interval(secs => $2)
returning "sealed";

-- deleteGrant
delete from "provider_grant"
where "user_id" = $1;

-- lockGrants
select "user_id", "sealed"
from "provider_grant"
order by "user_id"
for update;

-- resealGrant
update "provider_grant"
set "sealed" = $1
where "user_id" = $2;

-- findSignInAtProvider
select "sso_method", "provider_session", "provider_sealed"
from "token_family"
where "id" = $1;

-- endSessionAtProvider, of anyone
delete from "sso_code"
where "method" = $1
  and "provider_session" = $2
returning "user_id";
update "token_family"
set "revoked_at" = now()
where "revoked_at" is null
  and "sso_method" = $1
  and "provider_session" = $2
returning "user_id";

-- endSessionAtProvider, of one person
delete from "sso_code"
where "method" = $1
  and "provider_session" = $2
  and "user_id" = $3
returning "user_id";
update "token_family"
set "revoked_at" = now()
where "revoked_at" is null
  and "sso_method" = $1
  and "provider_session" = $2
  and "user_id" = $3
returning "user_id";
