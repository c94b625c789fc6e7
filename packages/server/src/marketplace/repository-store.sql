-- What the functions of repository-store.ts send. To renew: npm test -- stores.store.test -u

-- findRepository
select "key", "feed_id", "user_id", "item_id", "generation", "head", "pack_number", "commits", "committed_at", "position", "stamp", "left_out", "past_items", "past_parts"
from "marketplace_repository"
where "key" = $1;

-- insertRepository
insert into "marketplace_repository" ("key", "generation", "head", "pack_number", "position", "feed_id", "user_id", "item_id", "commits", "committed_at", "stamp", "left_out", "past_items", "past_parts", "used_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, clock_timestamp())
on conflict ("key") do nothing;

-- moveRepository
update "marketplace_repository"
set "position" = $1
where "key" = $2
  and "generation" = $3
  and "head" = $4
  and "pack_number" = $5
  and "position" = $6;

-- noteRepositoryUse

update marketplace_repository
set used_at = clock_timestamp()
where key = $1
  and used_at < clock_timestamp() - interval '1 hour';

-- listRepositories
select "key", "used_at"
from "marketplace_repository"
where "key" > $1
order by "key"
limit $2;

-- listUsedRepositories
select "key"
from "marketplace_repository"
where "used_at" >= $1
  and "item_id" is null
order by "used_at" desc
limit $2;

-- dropRepository
delete from "marketplace_repository"
where "key" = $1;

-- insertPackPiece
insert into "marketplace_pack" ("key", "generation", "number", "piece", "bytes")
values ($1, $2, $3, $4, $5);

-- listPackPieces
select "number", "piece"
from "marketplace_pack"
where "key" = $1
  and "generation" = $2
  and "number" > $3
order by "number", "piece";

-- readPackPiece
select "bytes"
from "marketplace_pack"
where "key" = $1
  and "generation" = $2
  and "number" = $3
  and "piece" = $4;

-- countPacks
select count(*)::int as "count"
from "marketplace_pack"
where "key" = $1
  and "generation" = $2
  and "piece" = $3;

-- dropPacks
delete from "marketplace_pack"
where "key" = $1
  and "generation" = $2
  and "number" <= $3;
