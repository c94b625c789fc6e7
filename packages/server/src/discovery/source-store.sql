-- What the functions of source-store.ts send. To renew: npm test -- stores.store.test -u

-- insertSource, that is new
insert into "external_source" ("id", "url")
values ($1, $2)
on conflict ("url") do nothing
returning *;

-- insertSource, whose address is taken
insert into "external_source" ("id", "url")
values ($1, $2)
on conflict ("url") do nothing
returning *;

-- findSource
select *
from "external_source"
where "id" = $1;

-- listSources
select *
from "external_source"
order by "created_at" desc, "id" desc
limit $1 offset $2;
select count(*) as "total"
from "external_source";

-- lockSource
select *
from "external_source"
where "id" = $1
for update;

-- updateSource
update "external_source"
set "publisher" = $1, "status" = $2, "error" = $3, "entry_count" = $4, "last_fetched_at" = $5
where "id" = $6;

-- deleteSource
delete from "external_source"
where "id" = $1
returning *;
