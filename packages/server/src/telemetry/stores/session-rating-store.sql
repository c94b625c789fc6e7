-- What the functions of session-rating-store.ts send. To renew: npm test -- stores.store.test -u

-- saveRating
insert into "session_rating" ("id", "session", "user_id", "dimension", "score", "note")
values ($1, $2, $3, $4, $5, $6)
on conflict ("user_id", "session", "dimension")
do update set "score" = "excluded"."score", "note" = "excluded"."note", "updated_at" = now()
returning *;

-- listRatingsOfUser, from the beginning
select "session_rating".*, "session"."session_id"
from "session_rating"
inner join "session" on "session"."id" = "session_rating"."session"
where "session_rating"."user_id" = $1
order by "session_rating"."session", "session_rating"."dimension"
limit $2;

-- listRatingsOfUser, after another
select "session_rating".*, "session"."session_id"
from "session_rating"
inner join "session" on "session"."id" = "session_rating"."session"
where "session_rating"."user_id" = $1
  and (session_rating.session, session_rating.dimension) > ($2::uuid, $3)
order by "session_rating"."session", "session_rating"."dimension"
limit $4;

-- listRatingsOf
select *
from "session_rating"
where "session" = $1
order by "created_at" desc, "id" desc
limit $2 offset $3;
select count(*) as "total"
from "session_rating"
where "session" = $1;
