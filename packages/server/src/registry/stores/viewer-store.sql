-- What the functions of viewer-store.ts send. To renew: npm test -- stores.store.test -u

-- loadViewer
select "team_id"
from "team_member"
where "user_id" = $1;
select "item_id"
from "co_author"
where "user_id" = $1;
