-- What the functions of inbox-store.ts send. To renew: npm test -- stores.store.test -u

-- insertEntries, some
insert into "inbox_entry" ("id", "user_id", "kind", "title", "text", "path", "dedupe_key")
values ($1, $2, $3, $4, $5, $6, $7)
on conflict ("user_id", "dedupe_key") do nothing;

-- insertEntries, none

-- listEntriesOf, all
select "id", "kind", "title", "text", "path", "created_at", "read_at"
from "inbox_entry"
where "user_id" = $1
order by "created_at" desc, "id" desc
limit $2 offset $3;
select count(*) as "total"
from "inbox_entry"
where "user_id" = $1;

-- listEntriesOf, the unread ones
select "id", "kind", "title", "text", "path", "created_at", "read_at"
from "inbox_entry"
where "user_id" = $1
  and "read_at" is null
order by "created_at" desc, "id" desc
limit $2 offset $3;
select count(*) as "total"
from "inbox_entry"
where "user_id" = $1
  and "read_at" is null;

-- countUnreadOf
select count(*) as "unread"
from "inbox_entry"
where "user_id" = $1
  and "read_at" is null;

-- markEntriesRead, all
update "inbox_entry"
set "read_at" = now()
where "user_id" = $1
  and "read_at" is null;

-- markEntriesRead, some
update "inbox_entry"
set "read_at" = now()
where "user_id" = $1
  and "read_at" is null
  and "id" in ($2);

-- deleteEntriesBefore
delete from "inbox_entry"
where "created_at" < $1;
