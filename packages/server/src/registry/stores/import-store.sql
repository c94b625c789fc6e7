-- What the functions of import-store.ts send. To renew: npm test -- import-stores.store.test -u

-- keepBatch

insert into import_batch (id, user_id, repository, commit_sha, team_id, visibility, tags, only_these)
values ($1::uuid, $2::uuid, $3, $4, $5::uuid, $6, $7::text[],
  $8::text[])
on conflict (user_id, repository, commit_sha, coalesce(team_id, '00000000-0000-0000-0000-000000000000')) do update
set visibility = excluded.visibility, tags = excluded.tags, only_these = excluded.only_these, imported_at = clock_timestamp()
returning id;

-- keepSource
insert into version_source (version_id, item_id, batch_id, path, digest)
values ($1::uuid, $2::uuid, $3::uuid, $4, $5);

-- findLastSource

select batch.repository, nullif(batch.commit_sha, '') as commit, source.path, source.digest, source.batch_id, version.version
from version_source as source
join import_batch as batch on batch.id = source.batch_id
join item_version as version on version.id = source.version_id
where source.item_id = $1::uuid
order by source.created_at desc
limit 1;

-- findSourceOfVersion

select batch.repository, nullif(batch.commit_sha, '') as commit, source.path, source.digest, source.batch_id, version.version
from version_source as source
join import_batch as batch on batch.id = source.batch_id
join item_version as version on version.id = source.version_id
where source.version_id = $1::uuid;

-- listSourcesOf

select repository, commit, team_id, visibility, tags, "only", imported_at
from (
  select distinct on (repository, team_id) repository, nullif(commit_sha, '') as commit, team_id, visibility, tags,
    only_these as "only", imported_at
  from import_batch where user_id = $1::uuid order by repository, team_id, imported_at desc
) as latest
order by imported_at desc, repository
limit $2;

-- listImported

with imported as (
  select distinct on (source.item_id) source.item_id, source.version_id, source.path, source.digest
  from version_source as source where source.batch_id in (select id from import_batch
where user_id = $1::uuid and repository = $2 and coalesce(team_id, $3::uuid) = $4::uuid)
  order by source.item_id, source.created_at desc
)
select count(*) over () as total, item.kind as type, item.id, item.name, item.namespace, item.slug, imported.path,
  imported.digest, version.version, version.status
from imported
join item on item.id = imported.item_id
join item_version as version on version.id = imported.version_id
where item.deleted_at is null
order by imported.path, item.id
limit $5 offset $6;

-- batchesOf, of some

select source.version_id, batch.id, batch.repository, nullif(batch.commit_sha, '') as commit
from version_source as source
join import_batch as batch on batch.id = source.batch_id
where source.version_id = any($1::uuid[]);

-- batchesOf, of none
