-- What the functions of version-store.ts send. To renew: npm test -- stores.store.test -u

-- insertVersion, that is new
insert into "item_version" ("namespace", "slug", "name", "version", "precedence", "is_stable", "description", "changelog", "supported_harnesses", "digest", "status", "id", "item_id", "rejection_reason", "deprecated", "yank_reason", "created_by", "reviewed_by", "reviewed_at", "released_at", "released_by", "editors", "fields", "risk_signals")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
on conflict ("item_id", "version") do nothing;
insert into "item_artifact" ("version_id", "media_type", "bytes", "attestation", "lock")
values ($1, $2, $3, $4, $5);

-- insertVersion, whose number is taken
insert into "item_version" ("namespace", "slug", "name", "version", "precedence", "is_stable", "description", "changelog", "supported_harnesses", "digest", "status", "id", "item_id", "rejection_reason", "deprecated", "yank_reason", "created_by", "reviewed_by", "reviewed_at", "released_at", "released_by", "editors", "fields", "risk_signals")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
on conflict ("item_id", "version") do nothing;

-- rewriteVersion, by someone
select "other"."id"
from "item_version" as "other"
inner join "item_version" as "own" on "own"."item_id" = "other"."item_id"
where "own"."id" = $1
  and "other"."version" = $2
  and "other"."id" <> $3;
update "item_version"
set "namespace" = $1, "slug" = $2, "name" = $3, "version" = $4, "precedence" = $5, "is_stable" = $6, "description" = $7, "changelog" = $8, "supported_harnesses" = $9, "digest" = $10, "status" = $11, "fields" = $12, "risk_signals" = $13, "rejection_reason" = $14, "validation_results" = $15, "editors" = array_append(array_remove(editors, $16::uuid), $17::uuid), "changes_requested_at" = $18
where "id" = $19;
update "item_artifact"
set "media_type" = $1, "bytes" = $2
where "version_id" = $3;

-- rewriteVersion, that follows
select "other"."id"
from "item_version" as "other"
inner join "item_version" as "own" on "own"."item_id" = "other"."item_id"
where "own"."id" = $1
  and "other"."version" = $2
  and "other"."id" <> $3;
update "item_version"
set "namespace" = $1, "slug" = $2, "name" = $3, "version" = $4, "precedence" = $5, "is_stable" = $6, "description" = $7, "changelog" = $8, "supported_harnesses" = $9, "digest" = $10, "status" = $11, "fields" = $12, "risk_signals" = $13, "rejection_reason" = $14, "validation_results" = $15
where "id" = $16;
update "item_artifact"
set "media_type" = $1, "bytes" = $2
where "version_id" = $3;

-- rewriteVersion, that changes its item
select "other"."id"
from "item_version" as "other"
inner join "item_version" as "own" on "own"."item_id" = "other"."item_id"
where "own"."id" = $1
  and "other"."version" = $2
  and "other"."id" <> $3;
update "item_version"
set "namespace" = $1, "slug" = $2, "name" = $3, "version" = $4, "precedence" = $5, "is_stable" = $6, "description" = $7, "changelog" = $8, "supported_harnesses" = $9, "digest" = $10, "status" = $11, "fields" = $12, "risk_signals" = $13, "rejection_reason" = $14, "validation_results" = $15, "item_changes" = $16, "editors" = array_append(array_remove(editors, $17::uuid), $18::uuid), "changes_requested_at" = $19
where "id" = $20;
update "item_artifact"
set "media_type" = $1, "bytes" = $2
where "version_id" = $3;

-- findVersion
select "item_version".*
from "item_version"
where "item_id" = $1
  and "version" = $2;

-- findVersionsByIds
select "item_version".*
from "item_version"
where "id" = any($1::uuid[]);

-- findVersionsNamed
select "item_version".*
from "item_version"
where (item_version.item_id, item_version.version) in (
select * from unnest($1::uuid[], $2::text[]));

-- findHighestRelease
select "item_version".*
from "item_version"
where "item_id" = $1
  and "released_at" is not null
order by "is_stable" desc, "precedence" desc
limit $2;

-- findLatest
select "item_version".*
from "item_version"
where "item_id" = $1
  and "status" = $2
  and "yanked" = $3
order by "is_stable" desc, "precedence" desc
limit $4;

-- findNewest
select "item_version".*
from "item_version"
where "item_id" = $1
  and "status" in ($2, $3)
order by "created_at" desc, "precedence" desc
limit $4;

-- findNewestOf
select distinct on ("item_id") "item_version".*
from "item_version"
where "item_id" = any($1::uuid[])
order by "item_id", "created_at" desc, "precedence" desc;

-- findUnreleased
select "item_version".*
from "item_version"
where "item_id" = $1
  and "released_at" is null;

-- findApproved
select "id", "created_by", "editors"
from "item_version"
where "item_id" = $1
  and "status" = $2;

-- releasedCommits
select fields ->> 'resolved_sha' as "sha"
from "item_version"
where "item_id" = $1
  and "released_at" is not null;

-- setValidation
update "item_version"
set "validation_results" = $1
where "id" = $2;

-- listVersionNumbers, that are used
select "version"
from "item_version"
where "item_id" = $1;

-- listVersionNumbers, that others see
select "version"
from "item_version"
where "item_id" = $1
  and "status" in ($2);

-- hasReleases
select "id"
from "item_version"
where "item_id" = $1
  and "released_at" is not null
limit $2;

-- listVersionsOf, for others
select "item_version".*
from "item_version"
where "item_id" = $1
  and "status" in ($2)
  and "yanked" = $3
order by "precedence" desc
limit $4 offset $5;
select count(*) as "total"
from "item_version"
where "item_id" = $1
  and "status" in ($2)
  and "yanked" = $3;

-- listVersionsOf, for its owner
select "item_version".*
from "item_version"
where "item_id" = $1
  and "status" in ($2, $3)
order by "precedence" desc
limit $4 offset $5;
select count(*) as "total"
from "item_version"
where "item_id" = $1
  and "status" in ($2, $3);

-- dropUnreleasedContent
delete from "item_artifact" using "item_version"
where "item_version"."id" = "item_artifact"."version_id"
  and "item_version"."item_id" = $1
  and "item_version"."released_at" is null;
update "item_version"
set "fields" = $1, "description" = $2, "changelog" = $3, "risk_signals" = $4, "item_changes" = $5
where "item_id" = $6
  and "released_at" is null;
