-- What the functions of rating-store.ts send. To renew: npm test -- usage-stores.store.test -u

-- ratingsOf, of some
select "item_id", "ratings", "average"
from "item_rating"
where "item_id" in ($1, $2)
  and "ratings" > $3;

-- ratingsOf, of none
