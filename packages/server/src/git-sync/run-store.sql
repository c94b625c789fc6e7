-- What the functions of run-store.ts send. To renew: npm test -- stores.store.test -u

-- insertRun
insert into "mcp_sync_run" ("id", "item_id", "sync_id", "trigger", "ref", "notes", "notes_sha")
values ($1, $2, $3, $4, $5, $6, $7);

-- joinQueuedRun, of a branch
update "mcp_sync_run"
set "notes" = $1, "notes_sha" = $2
where "item_id" = $3
  and "finished_at" is null
  and "sync_id" = $4
  and "status" = $5
  and "attempt" = $6
  and "trigger" = $7
  and "ref" = $8
returning "id";

-- joinQueuedRun, of the default branch
update "mcp_sync_run"
set "notes" = $1, "notes_sha" = $2
where "item_id" = $3
  and "finished_at" is null
  and "sync_id" = $4
  and "status" = $5
  and "attempt" = $6
  and "trigger" = $7
  and "ref" is null
returning "id";

-- findRun
select *
from "mcp_sync_run"
where "id" = $1;

-- listRuns
select *
from "mcp_sync_run"
where "item_id" = $1
order by "queued_at" desc, "id" desc
limit $2 offset $3;
select count(*) as "total"
from "mcp_sync_run"
where "item_id" = $1;

-- findLastRuns
select *
from "mcp_sync_run"
where "item_id" = $1
  and "sync_id" = $2
order by "queued_at" desc
limit $3;
select *
from "mcp_sync_run"
where "item_id" = $1
  and "sync_id" = $2
  and "status" = $3
order by "finished_at" desc
limit $4;

-- isListingBusy
select "id"
from "mcp_sync_run"
where "item_id" = $1
  and "finished_at" is null
  and "status" = $2
  and "leased_until" > clock_timestamp()
  and "id" <> $3
limit $4;

-- startRun
update "mcp_sync_run"
set "status" = $1, "error" = $2, "attempt" = $3, "fetched_at" = clock_timestamp(), "leased_until" = clock_timestamp() + make_interval(secs => $4)
where "id" = $5;

-- requeueRun
update "mcp_sync_run"
set "status" = $1, "error" = $2, "leased_until" = $3
where "id" = $4
  and "finished_at" is null;

-- finishRun, that published
update "mcp_sync_run"
set "error" = $1, "status" = $2, "sha" = $3, "version" = $4, "leased_until" = $5, "finished_at" = clock_timestamp()
where "id" = $6
  and "finished_at" is null;

-- finishRun, that failed
update "mcp_sync_run"
set "error" = $1, "status" = $2, "leased_until" = $3, "finished_at" = clock_timestamp()
where "id" = $4
  and "finished_at" is null;

-- hasLaterPublication
select "id"
from "mcp_sync_run"
where "item_id" = $1
  and "status" = $2
  and "trigger" in ($3, $4)
  and "fetched_at" > $5
limit $6;

-- findAbandonedRuns
select *
from "mcp_sync_run"
where "finished_at" is null
  and "status" = $1
  and "leased_until" < $2
order by "queued_at"
limit $3;

-- dropOldRuns
delete from "mcp_sync_run"
where "item_id" = $1
  and "finished_at" is not null
  and "queued_at" <= (select "queued_at" from "mcp_sync_run" where "item_id" = $2 order by "queued_at" desc limit $3 offset $4);
