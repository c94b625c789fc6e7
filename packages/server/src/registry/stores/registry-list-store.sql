-- What the functions of registry-list-store.ts send. To renew: npm test -- registry-list-stores.store.test -u

-- listRegistryIds, by installs

select item.id
from (select each.id from unnest($1::text[]) as chosen (kind) cross join unnest($2::uuid[]) as own (audience)
  cross join lateral (
    select item.id from item_listing as item where item.kind = chosen.kind and item.audience = own.audience and true
    order by item.downloads desc, item.updated_at desc, item.id desc limit $3
  ) as each
union
select item.id from item_listing as item where item.id = any($4::uuid[]) and item.visibility = 'owner'
  and item.kind = any($5::text[]) and true) as first
join item_listing as item on item.id = first.id
order by item.downloads desc, item.updated_at desc, item.id desc
limit $6 offset $7;

-- listRegistryIds, by rating

select item.id
from (select each.id from unnest($1::text[]) as chosen (kind) cross join unnest($2::uuid[]) as own (audience)
  cross join lateral (
    select item.id from item_listing as item where item.kind = chosen.kind and item.audience = own.audience and true
    order by item.rating desc, item.ratings desc, item.updated_at desc, item.id desc limit $3
  ) as each
union
select item.id from item_listing as item where item.id = any($4::uuid[]) and item.visibility = 'owner'
  and item.kind = any($5::text[]) and true) as first
join item_listing as item on item.id = first.id
order by item.rating desc, item.ratings desc, item.updated_at desc, item.id desc
limit $6 offset $7;

-- listRegistryIds, by last change

select item.id
from (select each.id from unnest($1::text[]) as chosen (kind) cross join unnest($2::uuid[]) as own (audience)
  cross join lateral (
    select item.id from item where item.kind = chosen.kind and item.audience = own.audience and item.is_listed and item.deleted_at is null
    order by item.updated_at desc, item.id desc limit $3
  ) as each
union
select item.id from item where item.id = any($4::uuid[]) and item.visibility = 'owner'
  and item.kind = any($5::text[]) and item.is_listed and item.deleted_at is null) as first
join item on item.id = first.id
order by item.updated_at desc, item.id desc
limit $6 offset $7;

-- listRegistryIds, by name

select item.id
from (select each.id from unnest($1::text[]) as chosen (kind) cross join unnest($2::uuid[]) as own (audience)
  cross join lateral (
    select item.id from item where item.kind = chosen.kind and item.audience = own.audience and item.is_listed and item.deleted_at is null
    order by item.search_name, item.id limit $3
  ) as each
union
select item.id from item where item.id = any($4::uuid[]) and item.visibility = 'owner'
  and item.kind = any($5::text[]) and item.is_listed and item.deleted_at is null) as first
join item on item.id = first.id
order by item.search_name, item.id
limit $6 offset $7;

-- listRegistryIds, by installs, for an admin

select item.id
from (select each.id from unnest($1::text[]) as chosen (kind) cross join lateral (
  select item.id from item_listing as item where item.kind = chosen.kind and true order by item.downloads desc, item.updated_at desc, item.id desc limit $2) as each) as first
join item_listing as item on item.id = first.id
order by item.downloads desc, item.updated_at desc, item.id desc
limit $3 offset $4;

-- listRegistryIds, by rating, for an admin

select item.id
from (select each.id from unnest($1::text[]) as chosen (kind) cross join lateral (
  select item.id from item_listing as item where item.kind = chosen.kind and true order by item.rating desc, item.ratings desc, item.updated_at desc, item.id desc limit $2) as each) as first
join item_listing as item on item.id = first.id
order by item.rating desc, item.ratings desc, item.updated_at desc, item.id desc
limit $3 offset $4;

-- listRegistryIds, by last change, for an admin

select item.id
from (select each.id from unnest($1::text[]) as chosen (kind) cross join lateral (
  select item.id from item where item.kind = chosen.kind and item.is_listed and item.deleted_at is null order by item.updated_at desc, item.id desc limit $2) as each) as first
join item on item.id = first.id
order by item.updated_at desc, item.id desc
limit $3 offset $4;

-- listRegistryIds, with every filter

select item.id
from (select each.id from unnest($1::text[]) as chosen (kind) cross join unnest($2::uuid[]) as own (audience)
  cross join lateral (
    select item.id from item_listing as item where item.kind = chosen.kind and item.audience = own.audience and true and item.facets @> $3::text[] and item.facets && $4::text[] and item.namespace = $5 and item.team_id = $6::uuid
    order by item.downloads desc, item.updated_at desc, item.id desc limit $7
  ) as each
union
select item.id from item_listing as item where item.id = any($8::uuid[]) and item.visibility = 'owner'
  and item.kind = any($9::text[]) and true and item.facets @> $10::text[] and item.facets && $11::text[] and item.namespace = $12 and item.team_id = $13::uuid) as first
join item_listing as item on item.id = first.id
order by item.downloads desc, item.updated_at desc, item.id desc
limit $14 offset $15;

-- sortRegistryIds, by installs

select item.id
from item_listing as item
where item.id = any($1::uuid[])
order by item.downloads desc, item.updated_at desc, item.id desc
limit $2 offset $3;

-- sortRegistryIds, by name

select item.id
from item
where item.id = any($1::uuid[])
order by item.search_name, item.id
limit $2 offset $3;

-- listCountable, for someone

select item.kind, item.namespace, item.team_id as "teamId", array_to_string(item.facets, chr(31)) as facets
from (select each.id from unnest($1::text[]) as chosen (kind) cross join unnest($2::uuid[]) as own (audience)
  cross join lateral (
    select item.id from item_listing as item where item.kind = chosen.kind and item.audience = own.audience and true
    order by item.downloads desc, item.updated_at desc, item.id desc limit $3
  ) as each
union
select item.id from item_listing as item where item.id = any($4::uuid[]) and item.visibility = 'owner'
  and item.kind = any($5::text[]) and true) as first
join item_listing as item on item.id = first.id
order by item.downloads desc, item.updated_at desc, item.id desc
limit $6;

-- listCountable, for an admin

select item.kind, item.namespace, item.team_id as "teamId", array_to_string(item.facets, chr(31)) as facets
from (select each.id from unnest($1::text[]) as chosen (kind) cross join lateral (
  select item.id from item_listing as item where item.kind = chosen.kind and true order by item.downloads desc, item.updated_at desc, item.id desc limit $2) as each) as first
join item_listing as item on item.id = first.id
order by item.downloads desc, item.updated_at desc, item.id desc
limit $3;

-- trustOfVersions

select item_version.id, item_version.risk_signals, item_version.deprecated,
  item_artifact.attestation is not null as is_signed
from item_version
left join item_artifact on item_artifact.version_id = item_version.id
where item_version.id = any($1::uuid[]);
