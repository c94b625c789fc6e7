-- What the functions of co-author-store.ts send. To renew: npm test -- stores.store.test -u

-- coAuthorsOf
select "user_id"
from "co_author"
where "item_id" = $1
order by "created_at" desc, "user_id";

-- insertCoAuthor
insert into "co_author" ("item_id", "user_id")
values ($1, $2)
on conflict do nothing;

-- dropCoAuthors
delete from "co_author"
where "item_id" = $1;

-- deleteCoAuthor
delete from "co_author"
where "item_id" = $1
  and "user_id" = $2;
