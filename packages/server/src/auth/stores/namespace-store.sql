-- What the functions of namespace-store.ts send. To renew: npm test -- stores.store.test -u

-- claimUsername
insert into "namespace" ("name", "user_id", "team_id")
values ($1, $2, $3)
on conflict ("name") do nothing;

-- claimTeamHandle
insert into "namespace" ("name", "user_id", "team_id")
values ($1, $2, $3)
on conflict ("name") do nothing;

-- releaseUsername
delete from "namespace"
where "user_id" = $1
  and "is_used" = $2;
update "namespace"
set "user_id" = $1
where "user_id" = $2;

-- releaseTeamHandle
delete from "namespace"
where "team_id" = $1
  and "is_used" = $2;
update "namespace"
set "team_id" = $1
where "team_id" = $2;

-- lockNamespaceUse
select "is_used"
from "namespace"
where "name" = $1
for update;

-- usernameIsTaken
select "name"
from "namespace"
where "name" = $1;
