-- What the functions of rule-store.ts send. To renew: npm test -- stores.store.test -u

-- insertRule
insert into "alert_rule" ("id", "created_by", "name", "metric", "threshold", "condition", "target_type", "target_id", "window_minutes", "cooldown_minutes", "webhook_url", "notify_recovery", "webhook_secret", "webhook_secret_last4", "watching_since", "evaluated_until")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
returning *;

-- findRule
select *
from "alert_rule"
where "id" = $1;

-- lockRule
select *
from "alert_rule"
where "id" = $1
for update;

-- countRulesOf
select count(*) as "total"
from "alert_rule"
where "created_by" = $1;

-- listRules, of one user
select *
from "alert_rule"
where "created_by" = $1
order by "created_at" desc, "id" desc
limit $2 offset $3;
select count(*) as "total"
from "alert_rule"
where "created_by" = $1;

-- listRules, of everyone
select *
from "alert_rule"
order by "created_at" desc, "id" desc
limit $1 offset $2;
select count(*) as "total"
from "alert_rule";

-- listActiveRules
select *
from "alert_rule"
where "status" = $1
  and "id" > $2
order by "id"
limit $3;

-- updateRule
update "alert_rule"
set "name" = $1, "revision" = revision + 1
where "id" = $2
returning *;

-- saveEvaluation
update "alert_rule"
set "evaluated_until" = $1, "state" = $2, "last_value" = $3, "last_evaluated_at" = $4, "last_triggered" = $5, "revision" = revision + 1
where "id" = $6
  and "revision" = $7
  and "status" = $8;

-- deleteRule
delete from "alert_rule"
where "id" = $1;

-- listWebhookSecrets
select "id", "webhook_secret"
from "alert_rule"
order by "id"
for update;
