-- What the functions of artifact-store.ts send. To renew: npm test -- stores.store.test -u

-- findBytes
select "version_id", "bytes"
from "item_artifact"
where "version_id" in ($1, $2);
