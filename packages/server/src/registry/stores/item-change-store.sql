-- What the functions of item-change-store.ts send. To renew: npm test -- entry-stores.store.test -u

-- readItemRevision
select coalesce((select max(revision) from item_change), 0)::float8 as revision;

-- listChangedItems

select item_id
from item_change
where revision > $1
order by revision
limit $2;
