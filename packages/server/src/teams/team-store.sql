-- What the functions of team-store.ts send. To renew: npm test -- stores.store.test -u

-- insertTeam
insert into "team" ("id", "name", "handle", "description", "visibility")
values ($1, $2, $3, $4, $5);

-- findTeam, by id
select "id", "handle", "name", "visibility"
from "team"
where "id" = $1;

-- findTeam, by handle
select "id", "handle", "name", "visibility"
from "team"
where "handle" = $1;

-- lockTeam
select "id", "handle", "name", "visibility"
from "team"
where "id" = $1
for update;

-- findTeamSizes
select "id", "name", (select count(*) as "members" from "team_member" where "team_id" = "team"."id") as "member_count"
from "team"
where "id" in ($1);

-- findTeamAs, by id
select "team"."id", "name", "handle", "description", "visibility", "created_at", (select "role" from "team_member" where "team_id" = "team"."id" and "user_id" = $1) as "role", (select count(*) as "members" from "team_member" where "team_id" = "team"."id") as "member_count"
from "team"
where "team"."id" = $2;

-- findTeamAs, by handle
select "team"."id", "name", "handle", "description", "visibility", "created_at", (select "role" from "team_member" where "team_id" = "team"."id" and "user_id" = $1) as "role", (select count(*) as "members" from "team_member" where "team_id" = "team"."id") as "member_count"
from "team"
where "handle" = $2;

-- listTeams, mine
select "team"."id", "name", "handle", "description", "visibility", "created_at", (select "role" from "team_member" where "team_id" = "team"."id" and "user_id" = $1) as "role", (select count(*) as "members" from "team_member" where "team_id" = "team"."id") as "member_count"
from "team"
where "team"."id" in (select "team_id" from "team_member" where "user_id" = $2)
order by "created_at" desc, "team"."id" desc
limit $3 offset $4;
select count(*) as "total"
from "team"
where "team"."id" in (select "team_id" from "team_member" where "user_id" = $1);

-- listTeams, those that I may see
select "team"."id", "name", "handle", "description", "visibility", "created_at", (select "role" from "team_member" where "team_id" = "team"."id" and "user_id" = $1) as "role", (select count(*) as "members" from "team_member" where "team_id" = "team"."id") as "member_count"
from "team"
where ("visibility" = $2 or "team"."id" in (select "team_id" from "team_member" where "user_id" = $3))
order by "created_at" desc, "team"."id" desc
limit $4 offset $5;
select count(*) as "total"
from "team"
where ("visibility" = $1 or "team"."id" in (select "team_id" from "team_member" where "user_id" = $2));

-- listTeams, all of them
select "team"."id", "name", "handle", "description", "visibility", "created_at", (select "role" from "team_member" where "team_id" = "team"."id" and "user_id" = $1) as "role", (select count(*) as "members" from "team_member" where "team_id" = "team"."id") as "member_count"
from "team"
order by "created_at" desc, "team"."id" desc
limit $2 offset $3;
select count(*) as "total"
from "team";

-- changeTeam
update "team"
set "visibility" = $1
where "id" = $2;

-- dropTeam
delete from "team"
where "id" = $1;
