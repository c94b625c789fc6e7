-- What the functions of feed-store.ts send. To renew: npm test -- stores.store.test -u

-- insertFeed
insert into "feed" ("id", "user_id", "name", "content", "team_id", "items", "prefix", "secret_hash", "made_with", "expires_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
returning "id", "user_id", "name", "content", "team_id", "items", "prefix", "made_with", "created_at", "expires_at";

-- dropExpiredFeeds
delete from "feed"
where user_id = $1::uuid
  and expires_at < now() - interval '30 days';

-- countLiveFeeds
select count(*) as "feeds"
from "feed"
where user_id = $1::uuid
  and coalesce(expires_at > now(), true);

-- findFeedBySecret
select "id", "user_id", "name", "content", "team_id", "items", "prefix", "made_with", "created_at", "expires_at"
from "feed"
where "secret_hash" = $1
  and coalesce(expires_at > now(), true);

-- findFeed
select "id", "user_id", "name", "content", "team_id", "items", "prefix", "made_with", "created_at", "expires_at"
from "feed"
where "id" = $1;

-- lockFeed
select "id", "user_id", "name", "content", "team_id", "items", "prefix", "made_with", "created_at", "expires_at"
from "feed"
where "id" = $1
for update;

-- listStoredFeeds, of a user
select "id", "user_id", "name", "content", "team_id", "items", "prefix", "made_with", "created_at", "expires_at"
from "feed"
where "user_id" = $1
order by "created_at" desc, "id" desc
limit $2 offset $3;
select count(*) as "total"
from "feed"
where "user_id" = $1;

-- listStoredFeeds, of a user, not expired
select "id", "user_id", "name", "content", "team_id", "items", "prefix", "made_with", "created_at", "expires_at"
from "feed"
where "user_id" = $1
  and coalesce(expires_at > now(), true)
order by "created_at" desc, "id" desc
limit $2 offset $3;
select count(*) as "total"
from "feed"
where "user_id" = $1
  and coalesce(expires_at > now(), true);

-- listStoredFeeds, of everybody
select "id", "user_id", "name", "content", "team_id", "items", "prefix", "made_with", "created_at", "expires_at"
from "feed"
order by "created_at" desc, "id" desc
limit $1 offset $2;
select count(*) as "total"
from "feed";

-- changeFeed
update "feed"
set "name" = $1
where "id" = $2
returning "id", "user_id", "name", "content", "team_id", "items", "prefix", "made_with", "created_at", "expires_at";

-- dropFeed
delete from "feed"
where "id" = $1;

-- addFeedUses

INSERT INTO feed_use (feed_id, surface, uses, last_used_at)
SELECT added.feed_id, added.surface, added.uses, added.last_used_at
FROM unnest($1::uuid[], $2::text[],
  $3::bigint[], $4::timestamptz[])
  AS added (feed_id, surface, uses, last_used_at)
JOIN feed ON feed.id = added.feed_id
ORDER BY added.feed_id, added.surface
ON CONFLICT (feed_id, surface)
DO UPDATE SET uses = feed_use.uses + EXCLUDED.uses,
  last_used_at = greatest(feed_use.last_used_at, EXCLUDED.last_used_at);

-- usesOfFeeds
select *
from "feed_use"
where "feed_id" in ($1)
order by "last_used_at" desc, "surface";
