-- What the functions of item-entry-store.ts send. To renew: npm test -- entry-stores.store.test -u

-- listEntryChanges

  select changed.revision::float8 as revision, item.deleted_at is not null as "isDeleted", item.id, item.kind, item.namespace, item.team_id as "teamId", item.is_listed as "isListed", item.facets,
item.slug, item.name, item.audience, item.visibility,
item.owner_id as "ownerId", item.version, item.description, item.supported_harnesses as harnesses, item.status,
item.is_released as "isReleased", item.is_archived as "isArchived", item.entry as facts, item.created_at as "createdAt",
item.updated_at as "updatedAt", shown.digest, shown.precedence, case when item.kind = 'agent' then array(
  select component.kind || ':' || component.slug
  from agent_component cross join lateral (
    select * from item as one where one.id = agent_component.component_id limit 1) as component
  where agent_component.version_id = item.shown_version_id and component.deleted_at is null and component.is_released
    and component.audience in ('00000000-0000-0000-0000-000000000000'::uuid, item.audience)
  order by agent_component.position) else '{}'::text[] end as components,
coalesce(rating.is_recommended, false) as "isRatedWell"
from (select * from item_change where revision > $1 order by revision limit $2) as changed
join item
join item_version as shown on shown.id = item.shown_version_id
left join item_rating as rating on rating.item_id = item.id on item.id = changed.item_id
order by changed.revision;

-- listEntryRows

  select item.id, item.kind, item.namespace, item.team_id as "teamId", item.is_listed as "isListed", item.facets,
item.slug, item.name, item.audience, item.visibility,
item.owner_id as "ownerId", item.version, item.description, item.supported_harnesses as harnesses, item.status,
item.is_released as "isReleased", item.is_archived as "isArchived", item.entry as facts, item.created_at as "createdAt",
item.updated_at as "updatedAt", shown.digest, shown.precedence, case when item.kind = 'agent' then array(
  select component.kind || ':' || component.slug
  from agent_component cross join lateral (
    select * from item as one where one.id = agent_component.component_id limit 1) as component
  where agent_component.version_id = item.shown_version_id and component.deleted_at is null and component.is_released
    and component.audience in ('00000000-0000-0000-0000-000000000000'::uuid, item.audience)
  order by agent_component.position) else '{}'::text[] end as components,
coalesce(rating.is_recommended, false) as "isRatedWell"
from item
join item_version as shown on shown.id = item.shown_version_id
left join item_rating as rating on rating.item_id = item.id
where item.deleted_at is null
  and item.id > $1::uuid
order by item.id
limit $2;

-- findEntryRows, for someone

  select item.id, item.kind, item.namespace, item.team_id as "teamId", item.is_listed as "isListed", item.facets,
item.slug, item.name, item.audience, item.visibility,
item.owner_id as "ownerId", item.version, item.description, item.supported_harnesses as harnesses, item.status,
item.is_released as "isReleased", item.is_archived as "isArchived", item.entry as facts, item.created_at as "createdAt",
item.updated_at as "updatedAt", shown.digest, shown.precedence, case when item.kind = 'agent' then array(
  select component.kind || ':' || component.slug
  from agent_component cross join lateral (
    select * from item as one where one.id = agent_component.component_id limit 1) as component
  where agent_component.version_id = item.shown_version_id and component.deleted_at is null and component.is_released
    and component.audience in ('00000000-0000-0000-0000-000000000000'::uuid, item.audience)
  order by agent_component.position) else '{}'::text[] end as components,
coalesce(rating.is_recommended, false) as "isRatedWell"
from item
join item_version as shown on shown.id = item.shown_version_id
left join item_rating as rating on rating.item_id = item.id
where item.id = any($1::uuid[])
  and item.deleted_at is null
  and ((item.audience = any($2::uuid[])
  or (item.visibility = 'owner' and item.id = any($3::uuid[]))) and (item.is_released or (coalesce(item.owner_id = $4::uuid, false) or item.id = any($5::uuid[])) or false));

-- findEntryRows, for a reviewer

  select item.id, item.kind, item.namespace, item.team_id as "teamId", item.is_listed as "isListed", item.facets,
item.slug, item.name, item.audience, item.visibility,
item.owner_id as "ownerId", item.version, item.description, item.supported_harnesses as harnesses, item.status,
item.is_released as "isReleased", item.is_archived as "isArchived", item.entry as facts, item.created_at as "createdAt",
item.updated_at as "updatedAt", shown.digest, shown.precedence, case when item.kind = 'agent' then array(
  select component.kind || ':' || component.slug
  from agent_component cross join lateral (
    select * from item as one where one.id = agent_component.component_id limit 1) as component
  where agent_component.version_id = item.shown_version_id and component.deleted_at is null and component.is_released
    and component.audience in ('00000000-0000-0000-0000-000000000000'::uuid, item.audience)
  order by agent_component.position) else '{}'::text[] end as components,
coalesce(rating.is_recommended, false) as "isRatedWell"
from item
join item_version as shown on shown.id = item.shown_version_id
left join item_rating as rating on rating.item_id = item.id
where item.id = any($1::uuid[])
  and item.deleted_at is null
  and ((item.audience = any($2::uuid[])
  or (item.visibility = 'owner' and item.id = any($3::uuid[]))) and (item.is_released or (coalesce(item.owner_id = $4::uuid, false) or item.id = any($5::uuid[])) or item.status in ('pending', 'approved')));

-- findEntryRows, for an admin

  select item.id, item.kind, item.namespace, item.team_id as "teamId", item.is_listed as "isListed", item.facets,
item.slug, item.name, item.audience, item.visibility,
item.owner_id as "ownerId", item.version, item.description, item.supported_harnesses as harnesses, item.status,
item.is_released as "isReleased", item.is_archived as "isArchived", item.entry as facts, item.created_at as "createdAt",
item.updated_at as "updatedAt", shown.digest, shown.precedence, case when item.kind = 'agent' then array(
  select component.kind || ':' || component.slug
  from agent_component cross join lateral (
    select * from item as one where one.id = agent_component.component_id limit 1) as component
  where agent_component.version_id = item.shown_version_id and component.deleted_at is null and component.is_released
    and component.audience in ('00000000-0000-0000-0000-000000000000'::uuid, item.audience)
  order by agent_component.position) else '{}'::text[] end as components,
coalesce(rating.is_recommended, false) as "isRatedWell"
from item
join item_version as shown on shown.id = item.shown_version_id
left join item_rating as rating on rating.item_id = item.id
where item.id = any($1::uuid[])
  and item.deleted_at is null
  and (true and (item.is_released or true or item.status in ('pending', 'approved')));

-- listPublicEntries, from the first

  select item.id, item.kind, item.namespace, item.team_id as "teamId", item.is_listed as "isListed", item.facets,
item.slug, item.name, item.audience, item.visibility,
item.owner_id as "ownerId", item.version, item.description, item.supported_harnesses as harnesses, item.status,
item.is_released as "isReleased", item.is_archived as "isArchived", item.entry as facts, item.created_at as "createdAt",
item.updated_at as "updatedAt", shown.digest, shown.precedence, case when item.kind = 'agent' then array(
  select component.kind || ':' || component.slug
  from agent_component cross join lateral (
    select * from item as one where one.id = agent_component.component_id limit 1) as component
  where agent_component.version_id = item.shown_version_id and component.deleted_at is null and component.is_released
    and component.audience in ('00000000-0000-0000-0000-000000000000'::uuid, item.audience)
  order by agent_component.position) else '{}'::text[] end as components,
coalesce(rating.is_recommended, false) as "isRatedWell"
from item
join item_version as shown on shown.id = item.shown_version_id
left join item_rating as rating on rating.item_id = item.id
where item.is_listed
  and item.audience = '00000000-0000-0000-0000-000000000000'::uuid
order by item.search_name, item.id
limit $1;

-- listPublicEntries, after a name

  select item.id, item.kind, item.namespace, item.team_id as "teamId", item.is_listed as "isListed", item.facets,
item.slug, item.name, item.audience, item.visibility,
item.owner_id as "ownerId", item.version, item.description, item.supported_harnesses as harnesses, item.status,
item.is_released as "isReleased", item.is_archived as "isArchived", item.entry as facts, item.created_at as "createdAt",
item.updated_at as "updatedAt", shown.digest, shown.precedence, case when item.kind = 'agent' then array(
  select component.kind || ':' || component.slug
  from agent_component cross join lateral (
    select * from item as one where one.id = agent_component.component_id limit 1) as component
  where agent_component.version_id = item.shown_version_id and component.deleted_at is null and component.is_released
    and component.audience in ('00000000-0000-0000-0000-000000000000'::uuid, item.audience)
  order by agent_component.position) else '{}'::text[] end as components,
coalesce(rating.is_recommended, false) as "isRatedWell"
from item
join item_version as shown on shown.id = item.shown_version_id
left join item_rating as rating on rating.item_id = item.id
where item.is_listed
  and item.audience = '00000000-0000-0000-0000-000000000000'::uuid
  and (item.search_name, item.id) > ($1, $2::uuid)
order by item.search_name, item.id
limit $3;

-- listWithoutEntry

select id
from item
where entry is null
  and deleted_at is null
order by id
limit $1;
