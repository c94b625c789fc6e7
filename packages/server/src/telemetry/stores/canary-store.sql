-- What the functions of canary-store.ts send. To renew: npm test -- score-stores.store.test -u

-- insertCanary
insert into "canary" ("id", "agent_id", "canary_type", "injection_point", "canary_value", "needle", "expected_behavior", "created_by", "created_at", "deleted_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict ("agent_id", "needle")
where "deleted_at" is null do nothing;

-- listActiveCanaries
select *
from "canary"
where "agent_id" in ($1)
  and "deleted_at" is null
order by "created_at" desc, "id" desc;

-- endCanary
update "canary"
set "deleted_at" = $1
where "id" = $2
  and "deleted_at" is null
returning *;

-- findReportsOf
select "canary", "agent_behavior", "line", "evidence"
from "canary_report"
where "session" = $1
  and "canary" in ($2);

-- saveReports

INSERT INTO canary_report (canary, session, agent_id, agent_behavior, penalty, line, evidence, detected_at)
SELECT canary.id, given.session, canary.agent_id, given.agent_behavior, given.penalty, given.line, given.evidence, now()
FROM jsonb_to_recordset($1::jsonb)
  AS given (canary uuid, session uuid, agent_behavior text, penalty float8, line integer, evidence text)
JOIN canary ON canary.id = given.canary
  AND canary.deleted_at IS NULL
ON CONFLICT (canary, session)
DO UPDATE SET agent_behavior = excluded.agent_behavior, penalty = excluded.penalty,
  line = excluded.line, evidence = excluded.evidence, detected_at = excluded.detected_at;

-- listReports
select "canary_report".*, "canary"."canary_type", "canary"."canary_value", "canary"."injection_point", "session"."session_id"
from "canary_report"
inner join "canary" on "canary"."id" = "canary_report"."canary"
inner join "session" on "session"."id" = "canary_report"."session"
where "canary_report"."agent_id" = $1
order by "canary_report"."detected_at" desc, "canary_report"."canary", "canary_report"."session"
limit $2 offset $3;
select count(*) as "total"
from "canary_report"
where "canary_report"."agent_id" = $1;

-- dropEvidence
update "canary_report"
set "evidence" = $1
where "session" = $2
  and "evidence" is not null;
