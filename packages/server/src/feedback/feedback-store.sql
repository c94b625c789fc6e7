-- What the functions of feedback-store.ts send. To renew: npm test -- stores.store.test -u

-- listRatingsBy

select each.*
from unnest($1::uuid[]) as author (id)
  cross
join lateral (
    select item_id, user_id, rating, comment, created_at, id from feedback
    where user_id = author.id and created_at >= $2 and not anonymous
    order by created_at desc, id desc limit $3
  ) as each
order by each.created_at desc, each.id desc
limit $4;

-- insertFeedback
insert into "feedback" ("id", "item_id", "kind", "user_id", "rating", "comment", "anonymous")
values ($1, $2, $3, $4, $5, $6, $7)
on conflict ("user_id", "item_id") do nothing
returning *;

-- findFeedback
select *
from "feedback"
where "id" = $1;

-- findFeedbackBy
select *
from "feedback"
where "user_id" = $1
  and "item_id" = $2;

-- listFeedbackOf
select *
from "feedback"
where "item_id" = $1
order by "created_at" desc, "id" desc
limit $2 offset $3;

-- listFeedbackBy
select *
from "feedback"
where "user_id" = $1
order by "created_at" desc, "id" desc
limit $2 offset $3;
select count(*) as "total"
from "feedback"
where "user_id" = $1;

-- updateFeedbackBy
update "feedback"
set "rating" = $1, "updated_at" = now()
where "id" = $2
  and "user_id" = $3
returning *;

-- deleteFeedbackBy
delete from "feedback"
where "id" = $1
  and "user_id" = $2;
