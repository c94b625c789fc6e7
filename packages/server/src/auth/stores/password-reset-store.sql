-- What the functions of password-reset-store.ts send. To renew: npm test -- stores.store.test -u

-- putResetCode
insert into "password_reset" ("email_digest", "code_hash", "code_digest", "user_id", "tries", "expires_at")
values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))
on conflict ("email_digest")
do update set "code_hash" = $7, "code_digest" = $8, "user_id" = $9, "tries" = $10, "expires_at" = now() + make_interval(mins => $11);

-- tryResetCode
update "password_reset"
set "tries" = "tries" + 1
where "email_digest" = $1
  and "tries" < $2
  and "expires_at" > now()
returning "code_hash";

-- findResetByCode
select "email_digest", "user_id"
from "password_reset"
where "code_digest" = $1
  and "expires_at" > now()
limit $2;

-- countTryOfAnyCode

insert into password_reset (email_digest, code_hash, tries, expires_at)
values ($1, '', 1, now() + make_interval(mins => $2))
on conflict (email_digest)
do update set
  tries = case when password_reset.expires_at < now() then 1 else password_reset.tries + 1 end,
  expires_at = case when password_reset.expires_at < now() then excluded.expires_at else password_reset.expires_at end
returning tries;

-- deleteResetCode
delete from "password_reset"
where "email_digest" = $1
  and "code_hash" = $2;

-- deleteExpiredResets
delete from "password_reset"
where "expires_at" < now();
