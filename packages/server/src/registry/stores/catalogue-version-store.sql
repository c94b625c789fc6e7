-- What the functions of catalogue-version-store.ts send. To renew: npm test -- catalogue-stores.store.test -u

-- listCatalogueVersions

  select each.*
from unnest($1::uuid[]) with ordinality as wanted (id, position)
join item on item.id = wanted.id
    cross
join lateral (
      select item_version.id, item_version.item_id, item_version.version, item_version.precedence, item_version.is_stable,
item_version.namespace, item_version.slug, item_version.name, case when item.deleted_at is null then item_version.description else '' end as description,
item_version.supported_harnesses,
case when item.deleted_at is null then item_version.fields - '{tools,files,skill_md_content,script_content,setup_instructions,prompt,template,components}'::text[] else '{}' end as fields, item_version.digest,
item_version.deprecated, item_version.yanked, item_version.yank_reason, item_version.released_at,
(select media_type from item_artifact where item_artifact.version_id = item_version.id) as media_type from item_version where item_version.item_id = item.id and item_version.status = 'approved'
      order by item_version.precedence desc limit $2
    ) as each
where (item.audience = any($3::uuid[])
  or (item.visibility = 'owner' and item.id = any($4::uuid[])))
order by wanted.position, each.precedence desc;

-- findCatalogueVersion

  select item_version.id, item_version.item_id, item_version.version, item_version.precedence, item_version.is_stable,
item_version.namespace, item_version.slug, item_version.name, case when item.deleted_at is null then item_version.description else '' end as description,
item_version.supported_harnesses,
case when item.deleted_at is null then item_version.fields - '{tools,files,skill_md_content,script_content,setup_instructions,prompt,template,components}'::text[] else '{}' end as fields, item_version.digest,
item_version.deprecated, item_version.yanked, item_version.yank_reason, item_version.released_at,
(select media_type from item_artifact where item_artifact.version_id = item_version.id) as media_type
from item_version
join item on item.id = item_version.item_id
where item_version.item_id = $1::uuid
  and item_version.version = $2
  and item_version.status = 'approved'
  and (item.audience = any($3::uuid[])
  or (item.visibility = 'owner' and item.id = any($4::uuid[])));

-- findCatalogueVersions

  select item_version.id, item_version.item_id, item_version.version, item_version.precedence, item_version.is_stable,
item_version.namespace, item_version.slug, item_version.name, case when item.deleted_at is null then item_version.description else '' end as description,
item_version.supported_harnesses,
case when item.deleted_at is null then item_version.fields - '{tools,files,skill_md_content,script_content,setup_instructions,prompt,template,components}'::text[] else '{}' end as fields, item_version.digest,
item_version.deprecated, item_version.yanked, item_version.yank_reason, item_version.released_at,
(select media_type from item_artifact where item_artifact.version_id = item_version.id) as media_type
from item_version
join item on item.id = item_version.item_id
where item_version.id = any($1::uuid[])
  and item_version.status = 'approved'
  and (item.audience = any($2::uuid[])
  or (item.visibility = 'owner' and item.id = any($3::uuid[])));

-- findCatalogueContents

select item_version.id as version_id, item_version.digest, item_artifact.media_type, item_artifact.bytes
from item_version
join item on item.id = item_version.item_id
join item_artifact on item_artifact.version_id = item_version.id
where item_version.id = any($1::uuid[])
  and item_version.status = 'approved'
  and item.deleted_at is null
  and (item.id = any($2::uuid[]) and (item.audience = any($3::uuid[])
or (item.visibility = 'owner' and item.id = any($4::uuid[]))));

-- hiddenPartsIn

select distinct pin.version_id
from agent_component as pin
join item on item.id = pin.component_id
join item_version on item_version.id = pin.component_version_id
where pin.version_id = any($1::uuid[])
  and not ((item.audience = any($2::uuid[])
or (item.visibility = 'owner' and item.id = any($3::uuid[]))) and item_version.status = 'approved' and item.deleted_at is null);

-- listSkillPaths

select item_version.id as version_id,
  array(select file ->> 'path' from jsonb_array_elements(
    case jsonb_typeof(item_version.fields -> 'files') when 'array' then item_version.fields -> 'files' else '[]' end) as file
  ) as paths,
  case when item_version.fields ? 'script_content' then coalesce(item_version.fields ->> 'script_filename', '') end as script
from item_version
join item on item.id = item_version.item_id
where item_version.id = any($1::uuid[])
  and item_version.status = 'approved'
  and item.deleted_at is null
  and item.kind = 'skill'
  and (item.audience = any($2::uuid[])
or (item.visibility = 'owner' and item.id = any($3::uuid[])));

-- listCatalogueParts

select pin.version_id as agent_version_id, pin.position, pin.kind, pin.config_override, item.id as item_id, item.namespace,
  item.slug, item_version.version, item_version.yanked as is_yanked, item_version.id as version_id, item_version.digest, item_artifact.media_type, item_artifact.bytes
from agent_component as pin
join item on item.id = pin.component_id
join item_version on item_version.id = pin.component_version_id
join item_artifact on item_artifact.version_id = item_version.id
where pin.version_id in (
    select item_version.id from item_version join item on item.id = item_version.item_id
    where item_version.id = any($1::uuid[]) and item_version.status = 'approved'
      and item.deleted_at is null and (item.audience = any($2::uuid[])
or (item.visibility = 'owner' and item.id = any($3::uuid[]))))
  and ((item.audience = any($4::uuid[])
or (item.visibility = 'owner' and item.id = any($5::uuid[]))) and item_version.status = 'approved' and item.deleted_at is null)
order by pin.version_id, pin.position;

-- listPinnedVersions

  select item_version.id, item_version.item_id, item_version.version, item_version.precedence, item_version.is_stable,
item_version.namespace, item_version.slug, item_version.name, case when item.deleted_at is null then item_version.description else '' end as description,
item_version.supported_harnesses,
case when item.deleted_at is null then item_version.fields - '{tools,files,skill_md_content,script_content,setup_instructions,prompt,template,components}'::text[] else '{}' end as fields, item_version.digest,
item_version.deprecated, item_version.yanked, item_version.yank_reason, item_version.released_at,
(select media_type from item_artifact where item_artifact.version_id = item_version.id) as media_type, item.kind
from item_version
join item on item.id = item_version.item_id
where item_version.id in (
      select pin.component_version_id from agent_component as pin
      where pin.version_id = any($1::uuid[]) and pin.kind = any($2::text[]))
  and ((item.audience = any($3::uuid[])
  or (item.visibility = 'owner' and item.id = any($4::uuid[]))) and item_version.status = 'approved' and item.deleted_at is null);
