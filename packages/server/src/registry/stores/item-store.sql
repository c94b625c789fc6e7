-- What the functions of item-store.ts send. To renew: npm test -- stores.store.test -u

-- findItemById, for someone
select "item"."id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item"."owner_id", "item"."owner", "item"."team_id", "item"."visibility", "item"."fields", "item"."shown_version_id", "item"."version", "item"."description", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_released", "item"."summary", "item"."is_archived", "item"."edited_by", "item"."edited_until", "item"."created_at", "item"."updated_at", "item"."deleted_at", "item"."is_listed", (coalesce(item.owner_id = $1::uuid, false) or item.id = any($2::uuid[])) as "is_owned", coalesce(item.edited_until > now() and is_edited_by_editor(item), false) as "is_being_edited"
from "item"
where "item"."id" = $3
  and "item"."kind" = $4
  and "item"."deleted_at" is null
  and ((item.audience = any($5::uuid[])
or (item.visibility = 'owner' and item.id = any($6::uuid[]))) and (item.is_released or (coalesce(item.owner_id = $7::uuid, false) or item.id = any($8::uuid[])) or false));

-- findItemById, for a reviewer
select "item"."id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item"."owner_id", "item"."owner", "item"."team_id", "item"."visibility", "item"."fields", "item"."shown_version_id", "item"."version", "item"."description", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_released", "item"."summary", "item"."is_archived", "item"."edited_by", "item"."edited_until", "item"."created_at", "item"."updated_at", "item"."deleted_at", "item"."is_listed", (coalesce(item.owner_id = $1::uuid, false) or item.id = any($2::uuid[])) as "is_owned", coalesce(item.edited_until > now() and is_edited_by_editor(item), false) as "is_being_edited"
from "item"
where "item"."id" = $3
  and "item"."kind" = $4
  and "item"."deleted_at" is null
  and (item.audience = any($5::uuid[])
or (item.visibility = 'owner' and item.id = any($6::uuid[])));

-- findItemById, for a lock
select "item"."id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item"."owner_id", "item"."owner", "item"."team_id", "item"."visibility", "item"."fields", "item"."shown_version_id", "item"."version", "item"."description", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_released", "item"."summary", "item"."is_archived", "item"."edited_by", "item"."edited_until", "item"."created_at", "item"."updated_at", "item"."deleted_at", "item"."is_listed", (coalesce(item.owner_id = $1::uuid, false) or item.id = any($2::uuid[])) as "is_owned", coalesce(item.edited_until > now() and is_edited_by_editor(item), false) as "is_being_edited"
from "item"
where "item"."id" = $3
  and "item"."kind" = $4
  and "item"."deleted_at" is null
  and ((item.audience = any($5::uuid[])
or (item.visibility = 'owner' and item.id = any($6::uuid[]))) and (item.is_released or (coalesce(item.owner_id = $7::uuid, false) or item.id = any($8::uuid[])) or exists (select from item_version where item_version.item_id = item.id and item_version.status = 'approved')));

-- findItemById, for an admin
select "item"."id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item"."owner_id", "item"."owner", "item"."team_id", "item"."visibility", "item"."fields", "item"."shown_version_id", "item"."version", "item"."description", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_released", "item"."summary", "item"."is_archived", "item"."edited_by", "item"."edited_until", "item"."created_at", "item"."updated_at", "item"."deleted_at", "item"."is_listed", true as "is_owned", coalesce(item.edited_until > now() and is_edited_by_editor(item), false) as "is_being_edited"
from "item"
where "item"."id" = $1
  and "item"."kind" = $2
  and "item"."deleted_at" is null
  and true;

-- findAnyItem
select "item"."id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item"."owner_id", "item"."owner", "item"."team_id", "item"."visibility", "item"."fields", "item"."shown_version_id", "item"."version", "item"."description", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_released", "item"."summary", "item"."is_archived", "item"."edited_by", "item"."edited_until", "item"."created_at", "item"."updated_at", "item"."deleted_at", "item"."is_listed", (coalesce(item.owner_id = $1::uuid, false) or item.id = any($2::uuid[])) as "is_owned", coalesce(item.edited_until > now() and is_edited_by_editor(item), false) as "is_being_edited"
from "item"
where "item"."id" = $3
  and "item"."deleted_at" is null
  and ((item.audience = any($4::uuid[])
or (item.visibility = 'owner' and item.id = any($5::uuid[]))) and (item.is_released or (coalesce(item.owner_id = $6::uuid, false) or item.id = any($7::uuid[])) or false));

-- findItemByQualifiedName
select "item"."id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item"."owner_id", "item"."owner", "item"."team_id", "item"."visibility", "item"."fields", "item"."shown_version_id", "item"."version", "item"."description", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_released", "item"."summary", "item"."is_archived", "item"."edited_by", "item"."edited_until", "item"."created_at", "item"."updated_at", "item"."deleted_at", "item"."is_listed", (coalesce(item.owner_id = $1::uuid, false) or item.id = any($2::uuid[])) as "is_owned", coalesce(item.edited_until > now() and is_edited_by_editor(item), false) as "is_being_edited"
from "item"
inner join "item_name" on "item_name"."item_id" = "item"."id"
where "item_name"."kind" = $3
  and "item_name"."namespace" = $4
  and "item_name"."slug" = $5
  and "item_name"."is_live" = $6
  and ((item.audience = any($7::uuid[])
or (item.visibility = 'owner' and item.id = any($8::uuid[]))) and (item.is_released or (coalesce(item.owner_id = $9::uuid, false) or item.id = any($10::uuid[])) or false));

-- findItemsByName, for someone
select "item"."id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item"."owner_id", "item"."owner", "item"."team_id", "item"."visibility", "item"."fields", "item"."shown_version_id", "item"."version", "item"."description", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_released", "item"."summary", "item"."is_archived", "item"."edited_by", "item"."edited_until", "item"."created_at", "item"."updated_at", "item"."deleted_at", "item"."is_listed", (coalesce(item.owner_id = $1::uuid, false) or item.id = any($2::uuid[])) as "is_owned", coalesce(item.edited_until > now() and is_edited_by_editor(item), false) as "is_being_edited"
from "item"
where ("item"."slug" = $3 or "item"."name" = $4)
  and "item"."kind" = $5
  and "item"."deleted_at" is null
  and ((item.audience = any($6::uuid[])
or (item.visibility = 'owner' and item.id = any($7::uuid[]))) and (item.is_released or (coalesce(item.owner_id = $8::uuid, false) or item.id = any($9::uuid[])) or false))
order by "item"."namespace", "item"."slug"
limit $10;

-- findItemsByName, for an admin
select "item"."id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item"."owner_id", "item"."owner", "item"."team_id", "item"."visibility", "item"."fields", "item"."shown_version_id", "item"."version", "item"."description", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_released", "item"."summary", "item"."is_archived", "item"."edited_by", "item"."edited_until", "item"."created_at", "item"."updated_at", "item"."deleted_at", "item"."is_listed", true as "is_owned", coalesce(item.edited_until > now() and is_edited_by_editor(item), false) as "is_being_edited"
from "item"
where ("item"."slug" = $1 or "item"."name" = $2)
  and "item"."kind" = $3
  and "item"."deleted_at" is null
  and true
order by "item"."namespace", "item"."slug"
limit $4;

-- findItemsByFormerSlug
select "item"."id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item"."owner_id", "item"."owner", "item"."team_id", "item"."visibility", "item"."fields", "item"."shown_version_id", "item"."version", "item"."description", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_released", "item"."summary", "item"."is_archived", "item"."edited_by", "item"."edited_until", "item"."created_at", "item"."updated_at", "item"."deleted_at", "item"."is_listed", (coalesce(item.owner_id = $1::uuid, false) or item.id = any($2::uuid[])) as "is_owned", coalesce(item.edited_until > now() and is_edited_by_editor(item), false) as "is_being_edited"
from "item"
where "item"."id" in (select "item_name"."item_id" from "item_name" where "item_name"."kind" = $3 and "item_name"."slug" = $4 and "item_name"."is_live" = $5)
  and ((item.audience = any($6::uuid[])
or (item.visibility = 'owner' and item.id = any($7::uuid[]))) and (item.is_released or (coalesce(item.owner_id = $8::uuid, false) or item.id = any($9::uuid[])) or false))
order by "item"."namespace", "item"."slug"
limit $10;

-- findItemsByIdRange, of a kind
select "item"."id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item"."owner_id", "item"."owner", "item"."team_id", "item"."visibility", "item"."fields", "item"."shown_version_id", "item"."version", "item"."description", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_released", "item"."summary", "item"."is_archived", "item"."edited_by", "item"."edited_until", "item"."created_at", "item"."updated_at", "item"."deleted_at", "item"."is_listed", (coalesce(item.owner_id = $1::uuid, false) or item.id = any($2::uuid[])) as "is_owned", coalesce(item.edited_until > now() and is_edited_by_editor(item), false) as "is_being_edited"
from "item"
where "item"."id" >= $3
  and "item"."id" <= $4
  and "item"."kind" = $5
  and "item"."deleted_at" is null
  and ((item.audience = any($6::uuid[])
or (item.visibility = 'owner' and item.id = any($7::uuid[]))) and (item.is_released or (coalesce(item.owner_id = $8::uuid, false) or item.id = any($9::uuid[])) or false))
limit $10;

-- findItemsByIdRange, of any kind
select "item"."id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item"."owner_id", "item"."owner", "item"."team_id", "item"."visibility", "item"."fields", "item"."shown_version_id", "item"."version", "item"."description", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_released", "item"."summary", "item"."is_archived", "item"."edited_by", "item"."edited_until", "item"."created_at", "item"."updated_at", "item"."deleted_at", "item"."is_listed", true as "is_owned", coalesce(item.edited_until > now() and is_edited_by_editor(item), false) as "is_being_edited"
from "item"
where "item"."id" >= $1
  and "item"."id" <= $2
  and "item"."deleted_at" is null
  and true
limit $3;

-- lockItem
select "item"."id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item"."owner_id", "item"."owner", "item"."team_id", "item"."visibility", "item"."fields", "item"."shown_version_id", "item"."version", "item"."description", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_released", "item"."summary", "item"."is_archived", "item"."edited_by", "item"."edited_until", "item"."created_at", "item"."updated_at", "item"."deleted_at", "item"."is_listed", (coalesce(item.owner_id = $1::uuid, false) or item.id = any($2::uuid[])) as "is_owned", coalesce(item.edited_until > now() and is_edited_by_editor(item), false) as "is_being_edited"
from "item"
where "item"."id" = $3
  and "item"."deleted_at" is null
  and ((item.audience = any($4::uuid[])
or (item.visibility = 'owner' and item.id = any($5::uuid[]))) and (item.is_released or (coalesce(item.owner_id = $6::uuid, false) or item.id = any($7::uuid[])) or false))
for update;

-- findItemEvenDeleted
select "item"."id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item"."owner_id", "item"."owner", "item"."team_id", "item"."visibility", "item"."fields", "item"."shown_version_id", "item"."version", "item"."description", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_released", "item"."summary", "item"."is_archived", "item"."edited_by", "item"."edited_until", "item"."created_at", "item"."updated_at", "item"."deleted_at", "item"."is_listed", (coalesce(item.owner_id = $1::uuid, false) or item.id = any($2::uuid[])) as "is_owned", coalesce(item.edited_until > now() and is_edited_by_editor(item), false) as "is_being_edited"
from "item"
where "item"."id" = $3
  and "item"."kind" = $4
  and (item.audience = any($5::uuid[])
or (item.visibility = 'owner' and item.id = any($6::uuid[])));

-- findItemsByIds
select "item"."id", "item"."kind", "item"."namespace", "item"."slug", "item"."name", "item"."owner_id", "item"."owner", "item"."team_id", "item"."visibility", "item"."fields", "item"."shown_version_id", "item"."version", "item"."description", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_released", "item"."summary", "item"."is_archived", "item"."edited_by", "item"."edited_until", "item"."created_at", "item"."updated_at", "item"."deleted_at", "item"."is_listed", (coalesce(item.owner_id = $1::uuid, false) or item.id = any($2::uuid[])) as "is_owned", coalesce(item.edited_until > now() and is_edited_by_editor(item), false) as "is_being_edited"
from "item"
where "item"."id" = any($3::uuid[])
  and "item"."kind" = $4
  and "item"."deleted_at" is null
  and (item.audience = any($5::uuid[])
or (item.visibility = 'owner' and item.id = any($6::uuid[])));

-- insertItem
insert into "item" ("id", "kind", "namespace", "slug", "name", "owner_id", "owner", "team_id", "visibility", "shown_version_id", "version", "description", "supported_harnesses", "status", "rejection_reason", "is_released", "facets", "search_name", "edited_by", "edited_until", "deleted_at", "fields", "summary", "entry")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
on conflict do nothing;
insert into "item_name" ("kind", "namespace", "slug", "item_id")
values ($1, $2, $3, $4)
on conflict do nothing;
select "item_id"
from "item_name"
where "kind" = $1
  and "namespace" = $2
  and "slug" = $3
  and "is_live" = $4;

-- claimName
insert into "item_name" ("kind", "namespace", "slug", "item_id")
values ($1, $2, $3, $4)
on conflict do nothing;
select "item_id"
from "item_name"
where "kind" = $1
  and "namespace" = $2
  and "slug" = $3
  and "is_live" = $4;

-- updateItem, a column
update "item"
set "name" = $1
where "id" = $2;

-- updateItem, its fields
update "item"
set "fields" = $1, "summary" = $2
where "id" = $3;

-- markDeleted
update "item_name"
set "is_live" = $1
where "item_id" = $2;
update "item"
set "deleted_at" = now(), "updated_at" = now()
where "id" = $1
returning "deleted_at";

-- teamHasItems
select "id"
from "item"
where "team_id" = $1
  and "deleted_at" is null
limit $2;

-- holdItems
select "id"
from "item"
where "id" in ($1, $2)
  and "deleted_at" is null
order by "id" for share;

-- attempt, that succeeds
savepoint attempt;
release savepoint attempt;

-- attempt, that fails
savepoint attempt;
rollback to savepoint attempt;
