-- What the functions of authored-version-store.ts send. To renew: npm test -- release-stores.store.test -u

-- listUnanswered

select item.kind, item.id as item_id, item.name, item.namespace, item.slug, own.version, own.status,
  own.rejection_reason, own.changes_requested_at, own.created_at
from item_version as own
join item on item.id = own.item_id
where own.created_by = $1::uuid
  and own.status in ('pending', 'rejected')
  and item.deleted_at is null
  and (item.audience = any($2::uuid[])
or (item.visibility = 'owner' and item.id = any($3::uuid[])))
  and (own.status = 'pending' or not exists (
    select from item_version as newer where newer.item_id = own.item_id and newer.created_at > own.created_at))
order by own.created_at desc, own.id
limit $4 offset $5;
select count(*) as total
from item_version as own
join item on item.id = own.item_id
where own.created_by = $1::uuid
  and own.status in ('pending', 'rejected')
  and item.deleted_at is null
  and (item.audience = any($2::uuid[])
or (item.visibility = 'owner' and item.id = any($3::uuid[])))
  and (own.status = 'pending' or not exists (
    select from item_version as newer where newer.item_id = own.item_id and newer.created_at > own.created_at));

-- listReleasesBy

select item.kind, item.id as item_id, item.name, item.namespace, item.slug, each.version, each.released_by,
  each.released_at, each.changelog
from unnest($1::uuid[]) as author (id)
  cross
join lateral (
    select id, item_id, version, released_by, released_at, changelog, status, yanked from item_version
    where released_by = author.id and released_at >= $2
    order by released_at desc, id limit $3
  ) as each
join item on item.id = each.item_id
where item.is_listed
  and each.status = 'approved'
  and not each.yanked
  and (item.audience = any($4::uuid[])
or (item.visibility = 'owner' and item.id = any($5::uuid[])))
order by each.released_at desc, each.id
limit $6;
