-- What the functions of item-change-store.ts send. To renew: npm test -- entry-stores.store.test -u

-- listItemChanges

  select item_change.revision::float8 as revision, item.is_listed as "isListed", item.id, item.kind, item.audience, item.visibility, item.namespace, item.team_id as "teamId", item.facets,
item.supported_harnesses as harnesses, item.search_name as name, item.search_text as text,
(extract(epoch from item.updated_at) * 1000000)::float8 as "updatedAt"
from item_change
join item on item.id = item_change.item_id
where item_change.revision > $1
order by item_change.revision
limit $2;

-- readItemRevision

select max(revision)::float8 as revision
from item_change;

-- listIndexed

  select item.id, item.kind, item.audience, item.visibility, item.namespace, item.team_id as "teamId", item.facets,
item.supported_harnesses as harnesses, item.search_name as name, item.search_text as text,
(extract(epoch from item.updated_at) * 1000000)::float8 as "updatedAt"
from item
where item.is_listed
  and item.id > $1::uuid
order by item.id
limit $2;
