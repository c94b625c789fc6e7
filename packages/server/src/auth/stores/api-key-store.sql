-- What the functions of api-key-store.ts send. To renew: npm test -- stores.store.test -u

-- insertKey
insert into "api_key" ("id", "user_id", "name", "prefix", "key_hash", "environment", "expires_at", "made_with", "line", "password_set_by", "last_used_at", "last_used_ip", "revoked_at", "replaced_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
on conflict do nothing
returning "id", "name", "prefix", "environment", "created_at", "expires_at", "last_used_at", "last_used_ip", "revoked_at";

-- revokeKeysOf
update "api_key"
set "revoked_at" = now()
where "user_id" = $1
  and "revoked_at" is null;

-- countActiveKeys
update "api_key"
set "revoked_at" = (SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id)))
where "user_id" = $1
  and "revoked_at" is null
  and NOT coalesce((SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) > now(), true);
select count(*) as "active"
from "api_key"
where "user_id" = $1
  and "revoked_at" is null;

-- findKeyHolder
select "user_account"."id", "user_account"."email", "user_account"."role", "user_account"."is_active", "user_account"."must_change_password", "api_key"."id" as "key_id", "api_key"."password_set_by", CASE WHEN api_key.id IS NULL THEN '{}'::uuid[]
ELSE array_prepend(api_key.id, api_key.made_with) END as "keys", (SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) as "key_expires_at"
from "api_key"
inner join "user_account" on "user_account"."id" = "api_key"."user_id"
where "key_hash" = $1
  and coalesce((SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) > now(), true);

-- endedKeys
select "id"
from "api_key"
where "id" in ($1, $2)
  and coalesce((SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) > now(), true);

-- lockKey
select "id"
from "user_account"
where "id" = (select "user_id" from "api_key" where "api_key"."id" = $1)
for update;
select "id", "user_id", "name", "environment", "created_at", "expires_at", "line", coalesce((SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) > now(), true) as "is_active"
from "api_key"
where "id" = $1 for no key update;

-- revokeKey, one that never rotated itself
update "api_key"
set "revoked_at" = now()
where "id" = $1
  and "revoked_at" is null;

-- revokeKey, one that did
update "api_key"
set "revoked_at" = now()
where "line" = $1
  and "revoked_at" is null;

-- replaceKey, at once
update "api_key"
set "replaced_by" = $1, "expires_at" = least(expires_at, now() + make_interval(secs => $2)), "revoked_at" = now()
where "id" = $3
returning "expires_at";

-- replaceKey, after a while
update "api_key"
set "replaced_by" = $1, "expires_at" = least(expires_at, now() + make_interval(secs => $2)), "revoked_at" = $3, "line" = $4
where "id" = $5
returning "expires_at";

-- touchKey
update "api_key"
set "last_used_at" = now(), "last_used_ip" = $1
where "id" = $2
  and ("last_used_at" is null or "last_used_at" < now() - interval '1 minute');

-- listKeysOf, all of them
select "id", "name", "prefix", "environment", "created_at", "expires_at", "last_used_at", "last_used_ip", "revoked_at", coalesce(revoked_at, (SELECT min(least(link.revoked_at, link.expires_at))
FROM api_key AS link WHERE link.id = ANY (api_key.made_with) AND least(link.revoked_at, link.expires_at) <= now())) as "revoked_at"
from "api_key"
where "user_id" = $1
order by "created_at" desc, "id" desc
limit $2 offset $3;
select count(*) as "total"
from "api_key"
where "user_id" = $1;

-- listKeysOf, active ones by use
select "id", "name", "prefix", "environment", "created_at", "expires_at", "last_used_at", "last_used_ip", "revoked_at", coalesce(revoked_at, (SELECT min(least(link.revoked_at, link.expires_at))
FROM api_key AS link WHERE link.id = ANY (api_key.made_with) AND least(link.revoked_at, link.expires_at) <= now())) as "revoked_at"
from "api_key"
where "user_id" = $1
  and coalesce((SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) > now(), true)
  and "environment" = $2
order by "last_used_at" desc nulls last, "id" desc
limit $3 offset $4;
select count(*) as "total"
from "api_key"
where "user_id" = $1
  and coalesce((SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) > now(), true)
  and "environment" = $2;

-- listKeysOf, inactive ones by name
select "id", "name", "prefix", "environment", "created_at", "expires_at", "last_used_at", "last_used_ip", "revoked_at", coalesce(revoked_at, (SELECT min(least(link.revoked_at, link.expires_at))
FROM api_key AS link WHERE link.id = ANY (api_key.made_with) AND least(link.revoked_at, link.expires_at) <= now())) as "revoked_at"
from "api_key"
where "user_id" = $1
  and NOT coalesce((SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) > now(), true)
order by "name" asc, "id" desc
limit $2 offset $3;
select count(*) as "total"
from "api_key"
where "user_id" = $1
  and NOT coalesce((SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
WHERE link.id = ANY (array_append(api_key.made_with, api_key.id))) > now(), true);
