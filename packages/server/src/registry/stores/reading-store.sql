-- What the functions of reading-store.ts send. To renew: npm test -- release-stores.store.test -u

-- keepReading
insert into "version_reading" ("reviewer_id", "version_id", "item_id", "fingerprint", "read_at")
values ($1, $2, $3, $4, $5)
on conflict ("reviewer_id", "version_id")
do update set "fingerprint" = $6, "read_at" = $7;

-- findReadingOfVersion
select *
from "version_reading"
where "reviewer_id" = $1
  and "version_id" = $2;

-- hasReadingOfItem
select "version_id"
from "version_reading"
where "reviewer_id" = $1
  and "item_id" = $2
limit $3;

-- dropReading
delete from "version_reading"
where "reviewer_id" = $1
  and "version_id" = $2;
