-- What the functions of entry-vector-store.ts send. To renew: npm test -- stores.store.test -u

-- findVectors

select entry_key as key, digest, vectors
from entry_vector
where entry_key = any($1::text[])
  and model = $2;

-- keepVectors
insert into entry_vector (entry_key, model, digest, vectors)
values ($1, $2, $3, $4::bytea)
on conflict (entry_key) do update
set model = excluded.model, digest = excluded.digest, vectors = excluded.vectors;

-- forgetVectors
delete from entry_vector
where entry_key = any($1::text[]);
