-- What the functions of external-entry-store.ts send. To renew: npm test -- stores.store.test -u

-- putEntries

insert into external_entry (identifier, source_id, entry)
select each->>'identifier', $1::uuid, each
from jsonb_array_elements($2::jsonb) each
on conflict (identifier)
do update set entry = excluded.entry
where external_entry.source_id = excluded.source_id
  and external_entry.entry is distinct
from excluded.entry
  ;

-- heldByOthers

select identifier
from external_entry
where identifier = any($1::text[])
  and source_id <> $2::uuid;

-- dropEntriesBut

delete from external_entry
where source_id = $1::uuid
  and not identifier = any($2::text[]);

-- findExternalEntries
select "entry"
from "external_entry"
where "identifier" in ($1);

-- listExternalChanges

select external_change.revision::float8 as revision, external_change.identifier, external_entry.entry
from external_change
left join external_entry on external_entry.identifier = external_change.identifier
where external_change.revision > $1
order by external_change.revision
limit $2;

-- forgetRemovals
delete from external_change
where removed_at < $1;
