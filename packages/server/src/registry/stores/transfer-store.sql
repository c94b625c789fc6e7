-- What the functions of transfer-store.ts send. To renew: npm test -- release-stores.store.test -u

-- offerTransfer
insert into "item_transfer" ("item_id", "from_user_id", "to_user_id")
values ($1, $2, $3)
on conflict ("item_id")
do update set "from_user_id" = $4, "to_user_id" = $5, "created_at" = now();

-- findTransfers
select "item_transfer"."item_id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item_transfer"."from_user_id", "item_transfer"."to_user_id", "item_transfer"."created_at"
from "item_transfer"
inner join "item" on "item"."id" = "item_transfer"."item_id"
where ("item_transfer"."to_user_id" = $1 or "item_transfer"."from_user_id" = $2)
  and "item"."kind" = $3
  and (item.id::text = $4 or item.namespace || '/' || item.slug = $5 or "item"."slug" = $6 or "item"."name" = $7)
order by "item"."id"
limit $8;

-- endTransfer
delete from "item_transfer"
where "item_id" = $1
  and "from_user_id" = $2
  and "to_user_id" = $3;

-- listTransfersOf
select "item_transfer"."item_id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item_transfer"."from_user_id", "item_transfer"."to_user_id", "item_transfer"."created_at"
from "item_transfer"
inner join "item" on "item"."id" = "item_transfer"."item_id"
where "item_transfer"."to_user_id" = $1
order by "item_transfer"."created_at" desc, "item_transfer"."item_id"
limit $2 offset $3;
select count(*) as "total"
from "item_transfer"
inner join "item" on "item"."id" = "item_transfer"."item_id"
where "item_transfer"."to_user_id" = $1;
