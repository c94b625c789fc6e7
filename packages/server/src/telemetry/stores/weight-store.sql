-- What the functions of weight-store.ts send. To renew: npm test -- score-stores.store.test -u

-- loadWeights
select "dimension", "weight"
from "dimension_weight";

-- lockWeights
LOCK TABLE dimension_weight IN SHARE ROW EXCLUSIVE MODE;

-- saveWeights
insert into "dimension_weight" ("dimension", "weight", "updated_by")
values ($1, $2, $3)
on conflict ("dimension")
do update set "weight" = "excluded"."weight", "updated_by" = "excluded"."updated_by", "updated_at" = now();
