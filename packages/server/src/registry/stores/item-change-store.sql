-- What the functions of item-change-store.ts send. To renew: npm test -- entry-stores.store.test -u

-- readItemRevision

select max(revision)::float8 as revision
from item_change;
