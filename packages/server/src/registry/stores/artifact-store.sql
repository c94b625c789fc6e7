-- What the functions of artifact-store.ts send. To renew: npm test -- release-stores.store.test -u

-- insertArtifact
insert into "item_artifact" ("version_id", "media_type", "bytes", "attestation", "lock")
values ($1, $2, $3, $4, $5);

-- replaceArtifact
update "item_artifact"
set "media_type" = $1, "bytes" = $2
where "version_id" = $3;

-- keepStatements
update "item_artifact"
set "attestation" = $1
where "version_id" = $2;

-- findArtifact
select "media_type", "bytes", "attestation", "lock"
from "item_artifact"
where "version_id" = $1;

-- findBytes
select "version_id", "bytes"
from "item_artifact"
where "version_id" in ($1, $2);

-- dropUnreleasedArtifacts
delete from "item_artifact" using "item_version"
where "item_version"."id" = "item_artifact"."version_id"
  and "item_version"."item_id" = $1
  and "item_version"."released_at" is null;
