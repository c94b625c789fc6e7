-- What the functions of digest-store.ts send. To renew: npm test -- stores.store.test -u

-- listUndigested

select each.id, each.user_id, each.kind, each.title, each.text, each.path, each.created_at, counted.unread,
  counted.undigested
from (
    select user_id from inbox_entry where read_at is null and digested_at is null and created_at >= $1 group by user_id order by user_id limit $2
  ) as reader
  cross
join lateral (
    select count(*)::int as unread, array_agg(id) filter (where read_at is null and digested_at is null and created_at >= $3) as undigested
    from inbox_entry where user_id = reader.user_id and read_at is null
  ) as counted
  cross
join lateral (
    select * from inbox_entry where user_id = reader.user_id and read_at is null and digested_at is null and created_at >= $4
    order by created_at desc, id desc limit $5
  ) as each
order by each.user_id, each.created_at desc, each.id desc;

-- markDigested
update inbox_entry
set digested_at = now()
where id = any($1::uuid[]);
