-- What the functions of item-list-store.ts send. To renew: npm test -- stores.store.test -u

-- listApproved, for someone

select "item"."id", "item"."kind", "item"."name", "item"."namespace", "item"."slug", "item"."version", "item"."description", "item"."owner", "item"."owner_id", "item"."team_id", "item"."visibility", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_archived", "item"."summary", "item"."shown_version_id", "item"."created_at", "item"."updated_at"
from item
where item.id in (select item.id from (select each.id from unnest($1::uuid[]) as own (audience)
  cross join lateral (
    select item.id from item where item.kind = $2 and item.is_listed and item.audience = own.audience
    order by item.updated_at desc, item.id desc limit $3
  ) as each
union
select item.id from item where item.kind = $4 and item.is_listed and item.visibility = 'owner' and item.id = any($5::uuid[])) as first
    join item on item.id = first.id order by item.updated_at desc, item.id desc limit $6 offset $7)
order by item.updated_at desc, item.id desc;

-- listApproved, by name

select "item"."id", "item"."kind", "item"."name", "item"."namespace", "item"."slug", "item"."version", "item"."description", "item"."owner", "item"."owner_id", "item"."team_id", "item"."visibility", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_archived", "item"."summary", "item"."shown_version_id", "item"."created_at", "item"."updated_at"
from item
where item.id in (select item.id from (select each.id from unnest($1::uuid[]) as own (audience)
  cross join lateral (
    select item.id from item where item.kind = $2 and item.is_listed and item.audience = own.audience
    order by item.search_name, item.id limit $3
  ) as each
union
select item.id from item where item.kind = $4 and item.is_listed and item.visibility = 'owner' and item.id = any($5::uuid[])) as first
    join item on item.id = first.id order by item.search_name, item.id limit $6 offset $7)
order by item.search_name, item.id;

-- listApproved, for an admin

select "item"."id", "item"."kind", "item"."name", "item"."namespace", "item"."slug", "item"."version", "item"."description", "item"."owner", "item"."owner_id", "item"."team_id", "item"."visibility", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_archived", "item"."summary", "item"."shown_version_id", "item"."created_at", "item"."updated_at"
from item
where item.id in (select item.id from item where item.kind = $1 and item.is_listed order by item.updated_at desc, item.id desc limit $2 offset $3)
order by item.updated_at desc, item.id desc;

-- listApproved, for an admin, by name

select "item"."id", "item"."kind", "item"."name", "item"."namespace", "item"."slug", "item"."version", "item"."description", "item"."owner", "item"."owner_id", "item"."team_id", "item"."visibility", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_archived", "item"."summary", "item"."shown_version_id", "item"."created_at", "item"."updated_at"
from item
where item.id in (select item.id from item where item.kind = $1 and item.is_listed order by item.search_name, item.id limit $2 offset $3)
order by item.search_name, item.id;

-- listApproved, with every filter

select "item"."id", "item"."kind", "item"."name", "item"."namespace", "item"."slug", "item"."version", "item"."description", "item"."owner", "item"."owner_id", "item"."team_id", "item"."visibility", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_archived", "item"."summary", "item"."shown_version_id", "item"."created_at", "item"."updated_at"
from item
where item.id in (select item.id from (select each.id from unnest($1::uuid[]) as own (audience)
  cross join lateral (
    select item.id from item where item.kind = $2 and item.is_listed and item.facets @> $3::text[] and item.facets && $4::text[] and item.namespace = $5 and item.team_id = $6::uuid and item.deleted_at is null and item.audience = own.audience
    order by item.updated_at desc, item.id desc limit $7
  ) as each
union
select item.id from item where item.kind = $8 and item.is_listed and item.facets @> $9::text[] and item.facets && $10::text[] and item.namespace = $11 and item.team_id = $12::uuid and item.deleted_at is null and item.visibility = 'owner' and item.id = any($13::uuid[])) as first
    join item on item.id = first.id order by item.updated_at desc, item.id desc limit $14 offset $15)
order by item.updated_at desc, item.id desc;

-- listApproved, of a namespace

select "item"."id", "item"."kind", "item"."name", "item"."namespace", "item"."slug", "item"."version", "item"."description", "item"."owner", "item"."owner_id", "item"."team_id", "item"."visibility", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_archived", "item"."summary", "item"."shown_version_id", "item"."created_at", "item"."updated_at"
from item
where item.id in (select item.id from (select each.id from unnest($1::uuid[]) as own (audience)
  cross join lateral (
    select item.id from item where item.kind = $2 and item.is_listed and item.namespace = $3 and item.deleted_at is null and item.audience = own.audience
    order by item.updated_at desc, item.id desc limit $4
  ) as each
union
select item.id from item where item.kind = $5 and item.is_listed and item.namespace = $6 and item.deleted_at is null and item.visibility = 'owner' and item.id = any($7::uuid[])) as first
    join item on item.id = first.id order by item.updated_at desc, item.id desc limit $8 offset $9)
order by item.updated_at desc, item.id desc;

-- listApproved, of a team

select "item"."id", "item"."kind", "item"."name", "item"."namespace", "item"."slug", "item"."version", "item"."description", "item"."owner", "item"."owner_id", "item"."team_id", "item"."visibility", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_archived", "item"."summary", "item"."shown_version_id", "item"."created_at", "item"."updated_at"
from item
where item.id in (select item.id from item where item.kind = $1 and item.is_listed and item.team_id = $2::uuid order by item.updated_at desc, item.id desc limit $3 offset $4)
order by item.updated_at desc, item.id desc;

-- countApproved, for someone
select coalesce((select sum(listed) from item_count where kind = $1 and facet = any($2::text[]) and audience = any($3::uuid[])), 0) + (
  select count(*) from item where item.id = any($4::uuid[]) and item.kind = $5 and item.is_listed
    and item.visibility = 'owner' and not item.audience = any($6::uuid[])
) as total;

-- countApproved, for an admin
select coalesce((select sum(listed) from item_count where kind = $1 and facet = any($2::text[])), 0) as total;

-- countApproved, with every filter
select count(*) as total
from item
where item.kind = $1
  and item.is_listed
  and item.facets @> $2::text[]
  and item.facets && $3::text[]
  and item.namespace = $4
  and item.team_id = $5::uuid
  and item.deleted_at is null
  and (item.audience = any($6::uuid[])
or (item.visibility = 'owner' and item.id = any($7::uuid[])));

-- countApproved, of a category
select coalesce((select sum(listed) from item_count where kind = $1 and facet = any($2::text[]) and audience = any($3::uuid[])), 0) + (
  select count(*) from item where item.id = any($4::uuid[]) and item.kind = $5 and item.is_listed and item.facets @> $6::text[]
    and item.visibility = 'owner' and not item.audience = any($7::uuid[])
) as total;

-- countApproved, of a harness
select coalesce((select sum(listed) from item_count where kind = $1 and facet = any($2::text[]) and audience = any($3::uuid[])), 0) + (
  select count(*) from item where item.id = any($4::uuid[]) and item.kind = $5 and item.is_listed and item.facets && $6::text[]
    and item.visibility = 'owner' and not item.audience = any($7::uuid[])
) as total;

-- countApproved, of a namespace
select count(*) as total
from item
where item.kind = $1
  and item.is_listed
  and item.namespace = $2
  and item.deleted_at is null
  and (item.audience = any($3::uuid[])
or (item.visibility = 'owner' and item.id = any($4::uuid[])));

-- countApproved, of a team
select count(*) as total
from item
where item.kind = $1
  and item.is_listed
  and item.team_id = $2::uuid
  and true;

-- listFound, for someone

select "item"."id", "item"."kind", "item"."name", "item"."namespace", "item"."slug", "item"."version", "item"."description", "item"."owner", "item"."owner_id", "item"."team_id", "item"."visibility", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_archived", "item"."summary", "item"."shown_version_id", "item"."created_at", "item"."updated_at"
from unnest($1::uuid[]) with ordinality as found (id, place)
join item on item.id = found.id
where item.is_listed
  and (item.audience = any($2::uuid[])
or (item.visibility = 'owner' and item.id = any($3::uuid[])))
order by found.place;

-- listFound, for an admin

select "item"."id", "item"."kind", "item"."name", "item"."namespace", "item"."slug", "item"."version", "item"."description", "item"."owner", "item"."owner_id", "item"."team_id", "item"."visibility", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_archived", "item"."summary", "item"."shown_version_id", "item"."created_at", "item"."updated_at"
from unnest($1::uuid[]) with ordinality as found (id, place)
join item on item.id = found.id
where item.is_listed
  and true
order by found.place;

-- listOwned, by someone
select "item"."id", "item"."kind", "item"."name", "item"."namespace", "item"."slug", "item"."version", "item"."description", "item"."owner", "item"."owner_id", "item"."team_id", "item"."visibility", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_archived", "item"."summary", "item"."shown_version_id", "item"."created_at", "item"."updated_at"
from item
where item.kind = $1
  and item.deleted_at is null
  and (item.owner_id = $2::uuid or item.id = any($3::uuid[]))
  and (item.audience = any($4::uuid[])
or (item.visibility = 'owner' and item.id = any($5::uuid[])))
order by item.created_at desc, item.id desc
limit $6 offset $7;
select count(*) as total
from item
where item.kind = $1
  and item.deleted_at is null
  and (item.owner_id = $2::uuid or item.id = any($3::uuid[]))
  and (item.audience = any($4::uuid[])
or (item.visibility = 'owner' and item.id = any($5::uuid[])));

-- listOwned, by an admin
select "item"."id", "item"."kind", "item"."name", "item"."namespace", "item"."slug", "item"."version", "item"."description", "item"."owner", "item"."owner_id", "item"."team_id", "item"."visibility", "item"."supported_harnesses", "item"."status", "item"."rejection_reason", "item"."is_archived", "item"."summary", "item"."shown_version_id", "item"."created_at", "item"."updated_at"
from item
where item.kind = $1
  and item.deleted_at is null
  and (item.owner_id = $2::uuid or item.id = any($3::uuid[]))
  and true
order by item.created_at desc, item.id desc
limit $4 offset $5;
select count(*) as total
from item
where item.kind = $1
  and item.deleted_at is null
  and (item.owner_id = $2::uuid or item.id = any($3::uuid[]))
  and true;
