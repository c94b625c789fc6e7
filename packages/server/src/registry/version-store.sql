-- What the functions of version-store.ts send. To renew: npm test -- stores.store.test -u

-- insertVersion, that is new
insert into "item_version" ("version", "precedence", "is_stable", "description", "changelog", "supported_harnesses", "digest", "status", "id", "item_id", "rejection_reason", "deprecated", "yank_reason", "created_by", "reviewed_by", "released_at", "released_by", "fields", "risk_signals")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
on conflict ("item_id", "version") do nothing;
insert into "item_artifact" ("version_id", "media_type", "bytes", "attestation", "lock")
values ($1, $2, $3, $4, $5);

-- insertVersion, whose number is taken
insert into "item_version" ("version", "precedence", "is_stable", "description", "changelog", "supported_harnesses", "digest", "status", "id", "item_id", "rejection_reason", "deprecated", "yank_reason", "created_by", "reviewed_by", "released_at", "released_by", "fields", "risk_signals")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
on conflict ("item_id", "version") do nothing;

-- rewriteVersion
select "other"."id"
from "item_version" as "other"
inner join "item_version" as "own" on "own"."item_id" = "other"."item_id"
where "own"."id" = $1
  and "other"."version" = $2
  and "other"."id" <> $3;
update "item_version"
set "version" = $1, "precedence" = $2, "is_stable" = $3, "description" = $4, "changelog" = $5, "supported_harnesses" = $6, "digest" = $7, "status" = $8, "fields" = $9, "risk_signals" = $10, "rejection_reason" = $11
where "id" = $12
  and "released_at" is null;
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

-- findAllOf
select "id", "version"
from "item_version"
where "item_id" = $1;

-- listVersionsOf, that can be installed
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

-- decideVersion, to approve
update "item_version"
set "status" = $1, "rejection_reason" = $2, "reviewed_by" = $3, "released_at" = coalesce(released_at, now()), "released_by" = coalesce(released_by, created_by)
where "id" = $4
  and "status" = $5;

-- decideVersion, to reject
update "item_version"
set "status" = $1, "rejection_reason" = $2, "reviewed_by" = $3, "released_at" = "released_at", "released_by" = "released_by"
where "id" = $4
  and "status" = $5;

-- setVersionStatus
update "item_version"
set "status" = $1, "rejection_reason" = $2
where "id" = $3;

-- returnToReview
update "item_version"
set "status" = $1
where "item_id" = $2
  and "status" = $3;

-- markVersion
update "item_version"
set "deprecated" = $1, "yanked" = $2
where "id" = $3
returning *;

-- keepStatements
update "item_artifact"
set "attestation" = $1
where "version_id" = $2
  and "attestation" is null;

-- findArtifact
select "media_type", "bytes", "attestation", "lock"
from "item_artifact"
where "version_id" = $1;

-- dropContent
delete from "item_artifact" using "item_version"
where "item_version"."id" = "item_artifact"."version_id"
  and "item_version"."item_id" = $1;
update "item_version"
set "fields" = $1, "description" = $2, "changelog" = $3, "risk_signals" = $4
where "item_id" = $5;
