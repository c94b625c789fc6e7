-- What the functions of budget-store.ts send. To renew: npm test -- stores.store.test -u

-- insertBudget
insert into "budget" ("id", "name", "scope_type", "user_id", "team_id", "agent_id", "amount_usd", "period", "created_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
returning *;

-- countBudgetsBy
select count(*) as "budgets"
from "budget"
where "created_by" = $1;

-- findBudget
select *
from "budget"
where "id" = $1;

-- lockBudget
select *
from "budget"
where "id" = $1
for update;

-- listBudgetsFor, a user
select *
from "budget"
where ("user_id" = $1 or "team_id" = any($2::uuid[]) or ("created_by" = $3 and "scope_type" = $4))
order by "created_at" desc, "id" desc
limit $5 offset $6;
select count(*) as "total"
from "budget"
where ("user_id" = $1 or "team_id" = any($2::uuid[]) or ("created_by" = $3 and "scope_type" = $4));

-- listBudgetsFor, an admin
select *
from "budget"
order by "created_at" desc, "id" desc
limit $1 offset $2;
select count(*) as "total"
from "budget";

-- changeBudget
update "budget"
set "amount_usd" = $1, "status" = $2
where "id" = $3
returning *;

-- dropBudget
delete from "budget"
where "id" = $1;

-- listActiveBudgets
select *
from "budget"
where "status" = $1
  and "created_by" is not null
  and "id" > $2
order by "id"
limit $3;

-- insertWarnings
insert into "budget_warning" ("budget_id", "period_start", "level")
values ($1, $2, $3), ($4, $5, $6)
on conflict ("budget_id", "period_start", "level") do nothing
returning "level";

-- warnedLevels
select "level"
from "budget_warning"
where "budget_id" = $1
  and "period_start" = $2;

-- latestWarningsOf

SELECT warning.budget_id, warning.period_start, warning.level, warning.at
FROM unnest($1::uuid[]) AS wanted (id) CROSS
JOIN LATERAL (
  SELECT * FROM budget_warning WHERE budget_id = wanted.id ORDER BY period_start DESC, level DESC LIMIT $2
) AS warning
ORDER BY warning.period_start DESC, warning.level DESC;
