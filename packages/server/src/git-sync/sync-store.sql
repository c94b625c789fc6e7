-- What the functions of sync-store.ts send. To renew: npm test -- stores.store.test -u

-- findSyncOf
select *
from "mcp_sync"
where "item_id" = $1;

-- findSync
select *
from "mcp_sync"
where "id" = $1;

-- lockSync
select *
from "mcp_sync"
where "id" = $1
for update;

-- insertSync
insert into "mcp_sync" ("id", "item_id", "provider", "repository_host", "secret", "sync_on_push", "sync_on_release", "branch", "publisher_id")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict do nothing;

-- updateSync
update "mcp_sync"
set "branch" = $1
where "id" = $2;

-- noteDelivery
update "mcp_sync"
set "last_delivery_at" = clock_timestamp(), "last_event" = $1
where "id" = $2;

-- deleteSync
delete from "mcp_sync"
where "id" = $1;

-- listSyncSecrets
select "id", "secret"
from "mcp_sync"
order by "id"
for update;
