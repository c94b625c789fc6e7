-- What the functions of audit-outbox-store.ts send. To renew: npm test -- stores.store.test -u

-- insertOutboxEvents
insert into "audit_outbox" ("event", "position", "chain_hash")
values ($1, $2, $3);

-- lastSeq
select "seq"
from "audit_outbox"
order by "seq" desc
limit $1;

-- waitsUpTo
select "seq"
from "audit_outbox"
where "seq" <= $1
order by "seq"
limit $2;

-- takeBatch
begin;
update "audit_chain"
set "drainer" = $1, "drain_until" = now() + interval '30 seconds'
where ("drainer" = $2 or "drainer" is null or "drain_until" < now())
returning "last_position", "last_hash";
select "event", "position", "chain_hash"
from "audit_outbox"
where "position" is not null
order by "position"
limit $1;
select "seq", "event"
from "audit_outbox"
where "position" is null
order by "seq"
limit $1;
UPDATE audit_outbox
SET position = placed.position, chain_hash = placed.chain_hash
FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS placed (seq, position, chain_hash)
WHERE audit_outbox.seq = placed.seq;
update "audit_chain"
set "last_position" = $1, "last_hash" = $2, "last_event_id" = $3;
commit;

-- removeUpTo
delete from "audit_outbox"
where "position" <= $1;

-- endTurn
update "audit_chain"
set "drainer" = $1, "drain_until" = $2
where "drainer" = $3;

-- endAnyTurn
update "audit_chain"
set "drainer" = $1, "drain_until" = $2
where "drainer" is not null;

-- chainEnd
select *
from "audit_chain";

-- settledPart
select *
from "audit_chain";
select "event", "position", "chain_hash"
from "audit_outbox"
where "position" is not null
order by "position"
limit $1;
