-- What the functions of attestation-key-store.ts send. To renew: npm test -- stores.store.test -u

-- keepAttestationKey
insert into "attestation_key" ("kid", "public_key")
values ($1, $2)
on conflict do nothing;

-- listAttestationKeys
select "kid", "public_key"
from "attestation_key"
order by "created_at" desc, "kid";
