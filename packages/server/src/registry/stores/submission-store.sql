-- What the functions of submission-store.ts send. To renew: npm test -- release-stores.store.test -u

-- listPending, for a reviewer

select page.total, item.id, item.kind, item.namespace, item.slug, item.name, item.owner, item.owner_id, item.team_id,
  item.visibility, item.status as item_status, item.is_released, item.fields, version.id as version_id, version.version,
  version.description, version.status, version.risk_signals, version.created_by, version.created_at,
  version.validation_results, version.digest, version.changes_requested_at, version.item_changes,
  case when item.kind = any($1::text[]) then version.fields ->> 'prompt' end as prompt
from (select item_id, version_id, created_at, 0 as risk, count(*) over () as total from (select distinct on (pending.item_id) pending.item_id, pending.id as version_id, pending.created_at,
  pending.changes_requested_at, pending.risk_signals
from item_version as pending join item on item.id = pending.item_id
where pending.status = 'pending' and item.deleted_at is null and item.kind = any($2::text[])
  and not coalesce(item.edited_until > now() and is_edited_by_editor(item), false) and (item.audience = any($3::uuid[])
or (item.visibility = 'owner' and item.id = any($4::uuid[])))
   order by pending.item_id, pending.created_at desc, pending.precedence desc) as newest where true
order by risk desc, created_at desc, item_id limit $5 offset $6) as page
join item on item.id = page.item_id
join item_version as version on version.id = page.version_id
order by page.risk desc, page.created_at desc, page.item_id;

-- listPending, for an admin

select page.total, item.id, item.kind, item.namespace, item.slug, item.name, item.owner, item.owner_id, item.team_id,
  item.visibility, item.status as item_status, item.is_released, item.fields, version.id as version_id, version.version,
  version.description, version.status, version.risk_signals, version.created_by, version.created_at,
  version.validation_results, version.digest, version.changes_requested_at, version.item_changes,
  case when item.kind = any($1::text[]) then version.fields ->> 'prompt' end as prompt
from (select item_id, version_id, created_at, 0 as risk, count(*) over () as total from (select distinct on (pending.item_id) pending.item_id, pending.id as version_id, pending.created_at,
  pending.changes_requested_at, pending.risk_signals
from item_version as pending join item on item.id = pending.item_id
where pending.status = 'pending' and item.deleted_at is null and item.kind = any($2::text[])
  and not coalesce(item.edited_until > now() and is_edited_by_editor(item), false) and true
   order by pending.item_id, pending.created_at desc, pending.precedence desc) as newest where true
order by risk desc, created_at desc, item_id limit $3 offset $4) as page
join item on item.id = page.item_id
join item_version as version on version.id = page.version_id
order by page.risk desc, page.created_at desc, page.item_id;

-- listPending, of a team

select page.total, item.id, item.kind, item.namespace, item.slug, item.name, item.owner, item.owner_id, item.team_id,
  item.visibility, item.status as item_status, item.is_released, item.fields, version.id as version_id, version.version,
  version.description, version.status, version.risk_signals, version.created_by, version.created_at,
  version.validation_results, version.digest, version.changes_requested_at, version.item_changes,
  case when item.kind = any($1::text[]) then version.fields ->> 'prompt' end as prompt
from (select item_id, version_id, created_at, 0 as risk, count(*) over () as total from (select distinct on (pending.item_id) pending.item_id, pending.id as version_id, pending.created_at,
  pending.changes_requested_at, pending.risk_signals
from item_version as pending join item on item.id = pending.item_id
where pending.status = 'pending' and item.deleted_at is null and item.kind = any($2::text[])
  and not coalesce(item.edited_until > now() and is_edited_by_editor(item), false) and (item.audience = any($3::uuid[])
or (item.visibility = 'owner' and item.id = any($4::uuid[])))
  and item.team_id = $5::uuid order by pending.item_id, pending.created_at desc, pending.precedence desc) as newest where true
order by risk desc, created_at desc, item_id limit $6 offset $7) as page
join item on item.id = page.item_id
join item_version as version on version.id = page.version_id
order by page.risk desc, page.created_at desc, page.item_id;

-- listPending, of an import

  select page.total, item.id, item.kind, item.namespace, item.slug, item.name, item.owner, item.owner_id, item.team_id,
    item.visibility, item.status as item_status, item.is_released, item.fields, version.id as version_id, version.version,
    version.description, version.status, version.risk_signals, version.created_by, version.created_at,
    version.validation_results, version.digest, version.changes_requested_at, version.item_changes,
    case when item.kind = any($1::text[]) then version.fields ->> 'prompt' end as prompt
from (select item_id, version_id, created_at, case when risk_signals @> '[{"severity": "high"}]' then 3 when risk_signals @> '[{"severity": "medium"}]' then 2
when jsonb_array_length(risk_signals) > 0 then 1 else 0 end as risk, count(*) over () as total from (select distinct on (pending.item_id) pending.item_id, pending.id as version_id, pending.created_at,
    pending.changes_requested_at, pending.risk_signals
  from item_version as pending join item on item.id = pending.item_id
  where pending.status = 'pending' and item.deleted_at is null and item.kind = any($2::text[])
    and not coalesce(item.edited_until > now() and is_edited_by_editor(item), false) and (item.audience = any($3::uuid[])
  or (item.visibility = 'owner' and item.id = any($4::uuid[])))
     order by pending.item_id, pending.created_at desc, pending.precedence desc) as newest where true
  and version_id in (select source.version_id from version_source as source where source.batch_id = $5::uuid)
  order by risk desc, created_at desc, item_id limit $6 offset $7) as page
join item on item.id = page.item_id
join item_version as version on version.id = page.version_id
order by page.risk desc, page.created_at desc, page.item_id;

-- listPending, waiting for authors

select page.total, item.id, item.kind, item.namespace, item.slug, item.name, item.owner, item.owner_id, item.team_id,
  item.visibility, item.status as item_status, item.is_released, item.fields, version.id as version_id, version.version,
  version.description, version.status, version.risk_signals, version.created_by, version.created_at,
  version.validation_results, version.digest, version.changes_requested_at, version.item_changes,
  case when item.kind = any($1::text[]) then version.fields ->> 'prompt' end as prompt
from (select item_id, version_id, created_at, 0 as risk, count(*) over () as total from (select distinct on (pending.item_id) pending.item_id, pending.id as version_id, pending.created_at,
  pending.changes_requested_at, pending.risk_signals
from item_version as pending join item on item.id = pending.item_id
where pending.status = 'pending' and item.deleted_at is null and item.kind = any($2::text[])
  and not coalesce(item.edited_until > now() and is_edited_by_editor(item), false) and (item.audience = any($3::uuid[])
or (item.visibility = 'owner' and item.id = any($4::uuid[])))
   order by pending.item_id, pending.created_at desc, pending.precedence desc) as newest where true
and (changes_requested_at is not null) = $5
order by risk desc, created_at desc, item_id limit $6 offset $7) as page
join item on item.id = page.item_id
join item_version as version on version.id = page.version_id
order by page.risk desc, page.created_at desc, page.item_id;

-- listPending, behind the last page

select page.total, item.id, item.kind, item.namespace, item.slug, item.name, item.owner, item.owner_id, item.team_id,
  item.visibility, item.status as item_status, item.is_released, item.fields, version.id as version_id, version.version,
  version.description, version.status, version.risk_signals, version.created_by, version.created_at,
  version.validation_results, version.digest, version.changes_requested_at, version.item_changes,
  case when item.kind = any($1::text[]) then version.fields ->> 'prompt' end as prompt
from (select item_id, version_id, created_at, 0 as risk, count(*) over () as total from (select distinct on (pending.item_id) pending.item_id, pending.id as version_id, pending.created_at,
  pending.changes_requested_at, pending.risk_signals
from item_version as pending join item on item.id = pending.item_id
where pending.status = 'pending' and item.deleted_at is null and item.kind = any($2::text[])
  and not coalesce(item.edited_until > now() and is_edited_by_editor(item), false) and (item.audience = any($3::uuid[])
or (item.visibility = 'owner' and item.id = any($4::uuid[])))
   order by pending.item_id, pending.created_at desc, pending.precedence desc) as newest where true
order by risk desc, created_at desc, item_id limit $5 offset $6) as page
join item on item.id = page.item_id
join item_version as version on version.id = page.version_id
order by page.risk desc, page.created_at desc, page.item_id;
select count(*) as total
from (select distinct on (pending.item_id) pending.item_id, pending.id as version_id, pending.created_at,
  pending.changes_requested_at, pending.risk_signals
from item_version as pending join item on item.id = pending.item_id
where pending.status = 'pending' and item.deleted_at is null and item.kind = any($1::text[])
  and not coalesce(item.edited_until > now() and is_edited_by_editor(item), false) and (item.audience = any($2::uuid[])
or (item.visibility = 'owner' and item.id = any($3::uuid[])))
   order by pending.item_id, pending.created_at desc, pending.precedence desc) as newest
where true
;
