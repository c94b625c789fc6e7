-- What the functions of authorization-store.ts send. To renew: npm test -- stores.store.test -u

-- insertAuthorization
insert into "mcp_authorization" ("id", "user_id", "client_hash", "client_name", "client_host", "redirect_uri", "resource", "scope", "code_hash", "code_challenge", "code_expires_at", "code_used_at", "last_used_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(secs => $11), $12, $13);

-- findByCode
select "id", "user_id", "client_hash", "client_name", "redirect_uri", "resource", "scope", "code_challenge"
from "mcp_authorization"
where "code_hash" = $1;

-- findAuthorization
select "id", "user_id", "client_hash", "client_name", "redirect_uri", "resource", "scope", "code_challenge"
from "mcp_authorization"
where "id" = $1;

-- useCode
update "mcp_authorization"
set "code_used_at" = now(), "last_used_at" = now()
where "code_hash" = $1
  and "code_used_at" is null
  and "code_expires_at" > now();

-- noteUse
update "mcp_authorization"
set "last_used_at" = now()
where "id" = $1;

-- listAuthorizations
select "id", "client_name", "client_host", "scope", "created_at", "last_used_at"
from "mcp_authorization"
where "user_id" = $1
  and "code_used_at" is not null
order by "created_at" desc, "id"
limit $2;
