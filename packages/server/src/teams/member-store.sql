-- What the functions of member-store.ts send. To renew: npm test -- stores.store.test -u

-- insertMember
insert into "team_member" ("team_id", "user_id", "role")
values ($1, $2, $3)
on conflict do nothing
returning "user_id", "role", "joined_at";

-- teamsOf
select "team_id"
from "team_member"
where "user_id" = $1;

-- membersOf
select "user_id"
from "team_member"
where "team_id" = $1;

-- membersOfTeams, some
select distinct "user_id"
from "team_member"
where "team_id" in ($1);

-- membersOfTeams, none

-- listJoined

select team.id as team_id, team.name as team_name, each.user_id, each.joined_at
from unnest($1::uuid[]) as own (id)
join team on team.id = own.id
  cross
join lateral (
    select user_id, joined_at from team_member where team_id = own.id and joined_at >= $2
    order by joined_at desc, user_id desc limit $3
  ) as each
order by each.joined_at desc, each.user_id desc
limit $4;

-- teammatesOf
select distinct "mate"."user_id"
from "team_member" as "own"
inner join "team_member" as "mate" on "mate"."team_id" = "own"."team_id"
where "own"."user_id" = $1;

-- ownersOf
select "user_id"
from "team_member"
where "team_id" = $1
  and "role" = $2;

-- membershipsOf, of some
select "user_id", "team_id"
from "team_member"
where "user_id" in ($1);

-- membershipsOf, of none

-- teamRole
select "role"
from "team_member"
where "team_id" = $1
  and "user_id" = $2;

-- countOwners
select count(*) as "owners"
from "team_member"
where "team_id" = $1
  and "role" = $2;

-- setMemberRole
update "team_member"
set "role" = $1
where "team_id" = $2
  and "user_id" = $3
returning "user_id", "role", "joined_at";

-- deleteMember
delete from "team_member"
where "team_id" = $1
  and "user_id" = $2;

-- listMembersOf
select "user_id", "role", "joined_at"
from "team_member"
where "team_id" = $1
order by "joined_at" desc, "user_id" desc
limit $2 offset $3;
select count(*) as "total"
from "team_member"
where "team_id" = $1;
