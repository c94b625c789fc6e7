-- What the functions of revision-store.ts send. To renew: npm test -- stores.store.test -u

-- readRevisions

select coalesce((select max(revision) from item_change), 0)::float8 as items, coalesce((select max(revision) from external_change), 0)::float8 as external;
