-- What the functions of digest-store.ts send. To renew: npm test -- stores.store.test -u

-- findOpenDigest

select digest_id
from inbox_entry
where digest_id is not null
  and digested_at is null
  and created_at >= $1
order by digest_id
limit 1;

-- fillDigest

update inbox_entry
set digest_id = $1::uuid
where read_at is null
  and digested_at is null
  and digest_id is null
  and created_at >= $2
  and user_id in (
  select user_id from inbox_entry where read_at is null and digested_at is null and digest_id is null and created_at >= $3 group by user_id order by user_id limit $4);

-- listDigest

select each.user_id, each.kind, each.title, each.text, each.path, each.created_at, counted.unread
from (select distinct user_id from inbox_entry where digest_id = $1::uuid and digested_at is null) as reader
  cross
join lateral (
    select count(*)::int as unread from inbox_entry where user_id = reader.user_id and read_at is null
  ) as counted
  cross
join lateral (
    select * from inbox_entry where user_id = reader.user_id and digest_id = $2::uuid and digested_at is null
    order by created_at desc, id desc limit $3
  ) as each
order by each.user_id, each.created_at desc, each.id desc;

-- markDigested

update inbox_entry
set digested_at = now()
where digest_id = $1::uuid
  and digested_at is null;
