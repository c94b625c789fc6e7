-- What the functions of firing-store.ts send. To renew: npm test -- stores.store.test -u

-- insertFiring
insert into "alert_firing" ("id", "rule_id", "metric_value", "threshold", "condition", "fired_at", "test")
values ($1, $2, $3, $4, $5, $6, $7)
on conflict do nothing;

-- findFiring
select "alert_firing".*, "told"."status", "told"."attempts", "told"."response_code", "told"."error", "recovery"."status" as "recovery_status", "recovery"."error" as "recovery_error"
from "alert_firing"
inner join "alert_delivery" as "told" on "told"."firing_id" = "alert_firing"."id"
  and "told"."event" != $1
left join "alert_delivery" as "recovery" on "recovery"."firing_id" = "alert_firing"."id"
  and "recovery"."event" = $2
where "alert_firing"."id" = $3;

-- listFirings
select "alert_firing".*, "told"."status", "told"."attempts", "told"."response_code", "told"."error", "recovery"."status" as "recovery_status", "recovery"."error" as "recovery_error"
from "alert_firing"
inner join "alert_delivery" as "told" on "told"."firing_id" = "alert_firing"."id"
  and "told"."event" != $1
left join "alert_delivery" as "recovery" on "recovery"."firing_id" = "alert_firing"."id"
  and "recovery"."event" = $2
where "rule_id" = $3
order by "fired_at" desc, "id" desc
limit $4 offset $5;
select count(*) as "total"
from "alert_firing"
where "rule_id" = $1;

-- firingTimes
select "fired_at"
from "alert_firing"
where "rule_id" = $1
  and "test" = $2
  and "fired_at" >= $3
  and "fired_at" <= $4
order by "fired_at";

-- findOpenFiring
select "id", "fired_at"
from "alert_firing"
where "rule_id" = $1
  and "recovered_at" is null
  and "test" = $2
order by "fired_at" desc
limit $3;

-- markRecovered
update "alert_firing"
set "recovered_at" = $1
where "rule_id" = $2
  and "recovered_at" is null
  and "test" = $3
  and "fired_at" <= $4;

-- dropOldFirings
delete from "alert_firing"
where "rule_id" = $1
  and "fired_at" <= (select "fired_at" from "alert_firing" where "rule_id" = $2 order by "fired_at" desc, "id" desc limit $3 offset $4);

-- deleteFiringsBefore
delete from "alert_firing"
where "id" in (select "id" from "alert_firing" where "created_at" < $1 order by "created_at" limit $2);

-- insertDelivery
insert into "alert_delivery" ("firing_id", "event", "status")
values ($1, $2, $3)
on conflict do nothing;

-- leaseDeliveries

WITH due AS (
  SELECT firing_id, event, row_number() OVER (PARTITION BY rule_id ORDER BY alert_delivery.created_at) AS turn
  FROM alert_delivery JOIN alert_firing ON alert_firing.id = firing_id
  WHERE status = 'pending' AND (leased_until IS NULL OR leased_until < clock_timestamp())
    AND NOT EXISTS (
      SELECT FROM alert_delivery AS earlier
      WHERE alert_delivery.event = 'alert.recovered'
        AND earlier.firing_id = alert_delivery.firing_id AND earlier.event = 'alert.fired' AND earlier.status = 'pending'
    )
), chosen AS (SELECT firing_id, event FROM due ORDER BY turn, firing_id LIMIT $1),
leased AS (
  UPDATE alert_delivery SET leased_until = clock_timestamp() + $2 * interval '1 second'
  FROM chosen
  WHERE alert_delivery.firing_id = chosen.firing_id AND alert_delivery.event = chosen.event
    AND status = 'pending' AND (leased_until IS NULL OR leased_until < clock_timestamp())
  RETURNING alert_delivery.firing_id, alert_delivery.event, attempts
)
SELECT leased.*, rule_id, metric_value, threshold, condition, fired_at, recovered_at
FROM leased
JOIN alert_firing ON alert_firing.id = firing_id;

-- saveOutcome
update "alert_delivery"
set "status" = $1, "attempts" = $2, "response_code" = $3, "error" = $4
where "firing_id" = $5
  and "event" = $6
  and "status" = $7;
