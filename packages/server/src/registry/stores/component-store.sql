-- What the functions of component-store.ts send. To renew: npm test -- stores.store.test -u

-- replacePins
delete from "agent_component"
where "version_id" = $1;
insert into "agent_component" ("kind", "component_id", "component_version_id", "digest", "requested_version", "version_id", "position", "config_override")
values ($1, $2, $3, $4, $5, $6, $7, $8);

-- pinsOf, for someone
select "agent_component"."version_id", "agent_component"."position", "agent_component"."kind", "agent_component"."component_id", "agent_component"."component_version_id", "agent_component"."digest", "agent_component"."requested_version", "agent_component"."config_override", "item"."name", "item"."namespace", "item"."slug", "item"."is_archived", "item_version"."version", "item_version"."status" as "version_status", "item_version"."digest" as "version_digest", "item_version"."yanked" as "is_yanked", item.deleted_at is not null as "is_deleted", (((item.audience = any($1::uuid[])
or (item.visibility = 'owner' and item.id = any($2::uuid[]))) and (item.is_released or (coalesce(item.owner_id = $3::uuid, false) or item.id = any($4::uuid[])) or false)) or ((item.audience = any($5::uuid[])
or (item.visibility = 'owner' and item.id = any($6::uuid[]))) and item_version.status = 'approved')) as "is_visible", (coalesce(item.owner_id = $7::uuid, false) or item.id = any($8::uuid[])) as "is_owned"
from "agent_component"
inner join "item" on "item"."id" = "agent_component"."component_id"
inner join "item_version" on "item_version"."id" = "agent_component"."component_version_id"
where "agent_component"."version_id" = any($9::uuid[])
order by "agent_component"."version_id", "agent_component"."position";

-- pinsOf, for an admin
select "agent_component"."version_id", "agent_component"."position", "agent_component"."kind", "agent_component"."component_id", "agent_component"."component_version_id", "agent_component"."digest", "agent_component"."requested_version", "agent_component"."config_override", "item"."name", "item"."namespace", "item"."slug", "item"."is_archived", "item_version"."version", "item_version"."status" as "version_status", "item_version"."digest" as "version_digest", "item_version"."yanked" as "is_yanked", item.deleted_at is not null as "is_deleted", (true or (true and item_version.status = 'approved')) as "is_visible", true as "is_owned"
from "agent_component"
inner join "item" on "item"."id" = "agent_component"."component_id"
inner join "item_version" on "item_version"."id" = "agent_component"."component_version_id"
where "agent_component"."version_id" = any($1::uuid[])
order by "agent_component"."version_id", "agent_component"."position";

-- compositionsOf, for a reviewer

select pin.version_id, count(*)::int as components, coalesce(
  jsonb_agg(jsonb_build_object('kind', pin.kind, 'component_id', pin.component_id, 'name', item.name,
    'version_status', item_version.status, 'is_deleted', item.deleted_at is not null,
    'is_visible', ((item.audience = any($1::uuid[])
or (item.visibility = 'owner' and item.id = any($2::uuid[]))) or ((item.audience = any($3::uuid[])
or (item.visibility = 'owner' and item.id = any($4::uuid[]))) and item_version.status = 'approved'))) order by pin.position)
  filter (where item_version.status <> 'approved' or item.deleted_at is not null), '[]') as blocking
from agent_component as pin
join item on item.id = pin.component_id
join item_version on item_version.id = pin.component_version_id
where pin.version_id = any($5::uuid[])
group by pin.version_id;

-- compositionsOf, of none

-- agentsThatPin
select distinct "item"."namespace", "item"."slug", (item.audience = any($1::uuid[])
or (item.visibility = 'owner' and item.id = any($2::uuid[]))) as "is_visible"
from "agent_component"
inner join "item_version" on "item_version"."id" = "agent_component"."version_id"
inner join "item" on "item"."id" = "item_version"."item_id"
where "agent_component"."component_id" = $3
  and "item_version"."status" in ($4, $5)
  and "item"."deleted_at" is null
order by "item"."namespace", "item"."slug"
limit $6;

-- agentsThatUse

select id, name, namespace, slug, version, pinned_version, count(*) over () as total
from (
  select distinct on (item.id) item.id, item.name, item.search_name, item.namespace, item.slug, item.version,
    pinned.version as pinned_version
  from agent_component as pin join item on item.shown_version_id = pin.version_id
    join item_version as pinned on pinned.id = pin.component_version_id
  where pin.component_id = $1::uuid and item.is_listed and (item.audience = any($2::uuid[])
or (item.visibility = 'owner' and item.id = any($3::uuid[])))
  order by item.id limit $4
) as agent
order by search_name, id
limit $5;
