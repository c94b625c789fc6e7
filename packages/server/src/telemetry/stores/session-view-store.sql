-- What the functions of session-view-store.ts send. To renew: npm test -- score-stores.store.test -u

-- listViewsOf
select "name", "params", "created_at"
from "session_view"
where "user_id" = $1
order by "created_at", "name";

-- countOtherViewsOf
select count(*) as "count"
from "session_view"
where "user_id" = $1
  and "name" <> $2;

-- saveView
insert into "session_view" ("user_id", "name", "params")
values ($1, $2, $3::jsonb)
on conflict ("user_id", "name")
do update set "params" = "excluded"."params"
returning "name", "params", "created_at";

-- deleteView
delete from "session_view"
where "user_id" = $1
  and "name" = $2;
