-- What the functions of comment-store.ts send. To renew: npm test -- stores.store.test -u

-- insertComment
insert into "review_comment" ("id", "item_id", "version_id", "kind", "reply_to", "version", "digest", "file", "line", "line_text", "text", "author_id")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
returning *;

-- findComment
select *
from "review_comment"
where "id" = $1
  and "item_id" = $2;

-- listCommentsOf
select *
from "review_comment"
where "item_id" = $1
order by "created_at" desc, "id" desc
limit $2 offset $3;
select count(*) as "total"
from "review_comment"
where "item_id" = $1;

-- countCommentsOn
select count(*) as "count"
from "review_comment"
where "version_id" = $1;

-- authorsOfComments
select distinct "author_id"
from "review_comment"
where "version_id" = $1
  and "author_id" is not null;

-- hasReplies
select "id"
from "review_comment"
where "reply_to" = $1
limit $2;

-- resolveComment, resolved
update "review_comment"
set "resolved_by" = case when resolved_at is null then $1::uuid else resolved_by end, "resolved_at" = coalesce(resolved_at, now())
where "id" = $2
returning *;

-- resolveComment, reopened
update "review_comment"
set "resolved_by" = $1, "resolved_at" = $2
where "id" = $3
returning *;

-- removeComment
delete from "review_comment"
where "id" = $1;
