-- What the functions of catalogue-store.ts send. To renew: npm test -- catalogue-stores.store.test -u

-- listCatalogueItems, for someone

  select item.id, item.kind, item.namespace, item.slug, item.owner_id, item.team_id, item.visibility, item.is_listed,
item.is_archived, item.deleted_at is not null as is_deleted,
case when item.is_listed then item.shown_version_id end as latest_version_id, item.created_at, item.updated_at, item.search_name as place
from item
where item.id in (select each.id from unnest($1::text[]) as own_kind (kind) cross join unnest($2::uuid[]) as own (audience) cross join lateral (
  select item.id from item where item.kind = own_kind.kind and item.audience = own.audience and item.is_listed and true and true
  order by item.search_name, item.id limit $3) as each union
  select item.id from item where item.id = any($4::uuid[]) and item.kind = any($5::text[])
    and (item.audience = any($6::uuid[])
  or (item.visibility = 'owner' and item.id = any($7::uuid[]))) and item.is_listed and true and true)
order by item.search_name, item.id
limit $8;

-- listCatalogueItems, the next page

  select item.id, item.kind, item.namespace, item.slug, item.owner_id, item.team_id, item.visibility, item.is_listed,
item.is_archived, item.deleted_at is not null as is_deleted,
case when item.is_listed then item.shown_version_id end as latest_version_id, item.created_at, item.updated_at, item.search_name as place
from item
where item.id in (select each.id from unnest($1::text[]) as own_kind (kind) cross join unnest($2::uuid[]) as own (audience) cross join lateral (
  select item.id from item where item.kind = own_kind.kind and item.audience = own.audience and item.is_listed and true and (item.search_name, item.id) > ($3::text, $4::uuid)
  order by item.search_name, item.id limit $5) as each union
  select item.id from item where item.id = any($6::uuid[]) and item.kind = any($7::text[])
    and (item.audience = any($8::uuid[])
  or (item.visibility = 'owner' and item.id = any($9::uuid[]))) and item.is_listed and true and (item.search_name, item.id) > ($10::text, $11::uuid))
order by item.search_name, item.id
limit $12;

-- listCatalogueItems, for an admin

  select item.id, item.kind, item.namespace, item.slug, item.owner_id, item.team_id, item.visibility, item.is_listed,
item.is_archived, item.deleted_at is not null as is_deleted,
case when item.is_listed then item.shown_version_id end as latest_version_id, item.created_at, item.updated_at, item.search_name as place
from item
where item.id in (select each.id from unnest($1::text[]) as own_kind (kind) cross join lateral (
  select item.id from item where item.kind = own_kind.kind and true and item.is_listed and true and (item.search_name, item.id) > ($2::text, $3::uuid)
  order by item.search_name, item.id limit $4) as each)
order by item.search_name, item.id
limit $5;

-- listCatalogueItems, of a team

  select item.id, item.kind, item.namespace, item.slug, item.owner_id, item.team_id, item.visibility, item.is_listed,
item.is_archived, item.deleted_at is not null as is_deleted,
case when item.is_listed then item.shown_version_id end as latest_version_id, item.created_at, item.updated_at, item.search_name as place
from item
where item.id in (select each.id from unnest($1::text[]) as own_kind (kind) cross join lateral (
  select item.id from item where item.kind = own_kind.kind and item.team_id = $2::uuid and (item.audience = any($3::uuid[])
  or (item.visibility = 'owner' and item.id = any($4::uuid[]))) and item.is_listed and true and (item.search_name, item.id) > ($5::text, $6::uuid)
  order by item.search_name, item.id limit $7) as each)
order by item.search_name, item.id
limit $8;

-- listCatalogueItems, of a list

  select item.id, item.kind, item.namespace, item.slug, item.owner_id, item.team_id, item.visibility, item.is_listed,
item.is_archived, item.deleted_at is not null as is_deleted,
case when item.is_listed then item.shown_version_id end as latest_version_id, item.created_at, item.updated_at, item.search_name as place
from item
where item.id in (
  select item.id from item where item.id = any($1::uuid[]) and item.kind = any($2::text[])
    and (item.audience = any($3::uuid[])
  or (item.visibility = 'owner' and item.id = any($4::uuid[]))) and item.is_listed and true and (item.search_name, item.id) > ($5::text, $6::uuid))
order by item.search_name, item.id
limit $7;

-- listCatalogueItems, by a part of their texts

  select item.id, item.kind, item.namespace, item.slug, item.owner_id, item.team_id, item.visibility, item.is_listed,
item.is_archived, item.deleted_at is not null as is_deleted,
case when item.is_listed then item.shown_version_id end as latest_version_id, item.created_at, item.updated_at, item.search_name as place
from item
where item.id in (select each.id from unnest($1::text[]) as own_kind (kind) cross join unnest($2::uuid[]) as own (audience) cross join lateral (
  select item.id from item where item.kind = own_kind.kind and item.audience = own.audience and item.is_listed and lower(item.name || ' ' || item.namespace || '.' || item.slug || ' ' || item.description) like $3 and true
  order by item.search_name, item.id limit $4) as each union
  select item.id from item where item.id = any($5::uuid[]) and item.kind = any($6::text[])
    and (item.audience = any($7::uuid[])
  or (item.visibility = 'owner' and item.id = any($8::uuid[]))) and item.is_listed and lower(item.name || ' ' || item.namespace || '.' || item.slug || ' ' || item.description) like $9 and true)
order by item.search_name, item.id
limit $10;

-- listCatalogueChanges, for someone

  select item.id, item.kind, item.namespace, item.slug, item.owner_id, item.team_id, item.visibility, item.is_listed,
item.is_archived, item.deleted_at is not null as is_deleted,
case when item.is_listed then item.shown_version_id end as latest_version_id, item.created_at, item.updated_at, to_char(item.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
from item
where item.id in (select each.id from unnest($1::text[]) as own_kind (kind) cross join unnest($2::uuid[]) as own (audience) cross join lateral (
  select item.id from item where item.kind = own_kind.kind and item.audience = own.audience and item.updated_at >= $3 and true and exists (select from item_version
  where item_version.item_id = item.id and item_version.status = 'approved')
and (item.deleted_at is null or not exists (select from item as other
  where other.kind = item.kind and other.namespace = item.namespace and other.slug = item.slug and other.deleted_at is null)) and (item.updated_at, item.id) > ($4::timestamptz, $5::uuid)
  order by item.updated_at, item.id limit $6) as each union
  select item.id from item where item.id = any($7::uuid[]) and item.kind = any($8::text[])
    and (item.audience = any($9::uuid[])
  or (item.visibility = 'owner' and item.id = any($10::uuid[]))) and item.updated_at >= $11 and true and exists (select from item_version
  where item_version.item_id = item.id and item_version.status = 'approved')
and (item.deleted_at is null or not exists (select from item as other
  where other.kind = item.kind and other.namespace = item.namespace and other.slug = item.slug and other.deleted_at is null)) and (item.updated_at, item.id) > ($12::timestamptz, $13::uuid))
order by item.updated_at, item.id
limit $14;

-- listCatalogueChanges, for an admin

  select item.id, item.kind, item.namespace, item.slug, item.owner_id, item.team_id, item.visibility, item.is_listed,
item.is_archived, item.deleted_at is not null as is_deleted,
case when item.is_listed then item.shown_version_id end as latest_version_id, item.created_at, item.updated_at, to_char(item.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
from item
where item.id in (select each.id from unnest($1::text[]) as own_kind (kind) cross join lateral (
  select item.id from item where item.kind = own_kind.kind and true and item.updated_at >= $2 and true and exists (select from item_version
  where item_version.item_id = item.id and item_version.status = 'approved')
and (item.deleted_at is null or not exists (select from item as other
  where other.kind = item.kind and other.namespace = item.namespace and other.slug = item.slug and other.deleted_at is null)) and (item.updated_at, item.id) > ($3::timestamptz, $4::uuid)
  order by item.updated_at, item.id limit $5) as each)
order by item.updated_at, item.id
limit $6;

-- listCatalogueChanges, of a team

  select item.id, item.kind, item.namespace, item.slug, item.owner_id, item.team_id, item.visibility, item.is_listed,
item.is_archived, item.deleted_at is not null as is_deleted,
case when item.is_listed then item.shown_version_id end as latest_version_id, item.created_at, item.updated_at, to_char(item.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
from item
where item.id in (select each.id from unnest($1::text[]) as own_kind (kind) cross join lateral (
  select item.id from item where item.kind = own_kind.kind and item.team_id = $2::uuid and (item.audience = any($3::uuid[])
  or (item.visibility = 'owner' and item.id = any($4::uuid[]))) and item.updated_at >= $5 and true and exists (select from item_version
  where item_version.item_id = item.id and item_version.status = 'approved')
and (item.deleted_at is null or not exists (select from item as other
  where other.kind = item.kind and other.namespace = item.namespace and other.slug = item.slug and other.deleted_at is null)) and (item.updated_at, item.id) > ($6::timestamptz, $7::uuid)
  order by item.updated_at, item.id limit $8) as each)
order by item.updated_at, item.id
limit $9;

-- findCatalogueItem

  select item.id, item.kind, item.namespace, item.slug, item.owner_id, item.team_id, item.visibility, item.is_listed,
item.is_archived, item.deleted_at is not null as is_deleted,
case when item.is_listed then item.shown_version_id end as latest_version_id, item.created_at, item.updated_at, item.search_name as place
from item_name
join item on item.id = item_name.item_id
where item_name.kind = $1
  and item_name.namespace = $2
  and item_name.slug = $3
  and item.namespace = $4
  and item.slug = $5
  and (item.audience = any($6::uuid[])
  or (item.visibility = 'owner' and item.id = any($7::uuid[])))
  and exists (select from item_version
  where item_version.item_id = item.id and item_version.status = 'approved')
  and (item.deleted_at is null or not exists (select from item as other
  where other.kind = item.kind and other.namespace = item.namespace and other.slug = item.slug and other.deleted_at is null))
order by item.deleted_at is not null, item.deleted_at desc
limit 1;

-- findCatalogueItems, among all

  select item.id, item.kind, item.namespace, item.slug, item.owner_id, item.team_id, item.visibility, item.is_listed,
item.is_archived, item.deleted_at is not null as is_deleted,
case when item.is_listed then item.shown_version_id end as latest_version_id, item.created_at, item.updated_at, item.search_name as place
from unnest($1::uuid[]) with ordinality as wanted (id, position)
join item on item.id = wanted.id
where item.is_listed
  and (item.audience = any($2::uuid[])
  or (item.visibility = 'owner' and item.id = any($3::uuid[])))
order by wanted.position;

-- findCatalogueItems, in a team

  select item.id, item.kind, item.namespace, item.slug, item.owner_id, item.team_id, item.visibility, item.is_listed,
item.is_archived, item.deleted_at is not null as is_deleted,
case when item.is_listed then item.shown_version_id end as latest_version_id, item.created_at, item.updated_at, item.search_name as place
from unnest($1::uuid[]) with ordinality as wanted (id, position)
join item on item.id = wanted.id
where item.is_listed
  and (item.team_id = $2::uuid and (item.audience = any($3::uuid[])
  or (item.visibility = 'owner' and item.id = any($4::uuid[]))))
order by wanted.position;

-- findHiddenItems

select wanted.id
from unnest($1::uuid[]) as wanted (id)
where not exists (select from item where item.id = wanted.id and item.deleted_at is null and (item.team_id = $2::uuid and (item.audience = any($3::uuid[])
or (item.visibility = 'owner' and item.id = any($4::uuid[])))));
