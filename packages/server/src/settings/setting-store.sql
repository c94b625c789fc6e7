-- What the functions of setting-store.ts send. To renew: npm test -- stores.store.test -u

-- loadSettings
select "key", "value", "sealed"
from "setting";

-- importSetting
insert into "setting" ("key", "value", "sealed", "updated_by", "updated_at")
values ($1, $2, $3, $4, $5)
on conflict ("key")
do update set "value" = $6, "sealed" = $7, "updated_by" = $8, "updated_at" = $9
where "setting"."value" = $10;

-- storeTogether
select "key"
from "setting"
where "key" in ($1, $2);
delete from "setting"
where "key" in ($1, $2);
insert into "setting" ("key", "value", "sealed", "updated_by", "updated_at")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10)
on conflict do nothing;

-- putStoredSetting
insert into "setting" ("key", "value", "sealed", "updated_by", "updated_at")
values ($1, $2, $3, $4, $5)
on conflict ("key")
do update set "value" = $6, "sealed" = $7, "updated_by" = $8, "updated_at" = $9;

-- deleteStoredSetting
delete from "setting"
where "key" = $1;

-- takeStoredSetting
delete from "setting"
where "key" = $1
returning "value";

-- lockSealedSettings
select "key", "sealed"
from "setting"
where "sealed" is not null
order by "key"
for update;

-- resealStoredSetting
update "setting"
set "sealed" = $1
where "key" = $2;
