-- What the functions of download-store.ts send. To renew: npm test -- stores.store.test -u

-- countInstalls
insert into "item_download" ("item_id", "downloads")
values ($1, $2)
on conflict ("item_id")
do update set "downloads" = item_download.downloads + excluded.downloads;
insert into "version_download" ("version_id", "downloads")
values ($1, $2)
on conflict ("version_id")
do update set "downloads" = version_download.downloads + excluded.downloads;
insert into "item_install_day" ("item_id", "day", "installs")
values ($1, $2, $3)
on conflict ("item_id", "day")
do update set "installs" = item_install_day.installs + excluded.installs;
delete from "item_install_day"
where "item_id" in ($1)
  and "day" < $2::date - $3::int;
insert into "install_outbox" ("event_id", "event")
values ($1, $2);

-- downloadsOfItems
select *
from "item_download"
where "item_id" in ($1, $2);

-- installsByDay
select "item_id", day::text as "day", "installs"
from "item_install_day"
where "item_id" in ($1)
  and "day" >= $2;

-- downloadsOfVersions
select *
from "version_download"
where "version_id" in ($1, $2);

-- waitingInstalls
select "event"
from "install_outbox"
order by "created_at", "event_id"
limit $1;

-- forgetInstalls
delete from "install_outbox"
where "event_id" in ($1, $2);
