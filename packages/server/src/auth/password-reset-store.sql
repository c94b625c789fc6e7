-- What the functions of password-reset-store.ts send. To renew: npm test -- stores.store.test -u

-- putResetCode
insert into "password_reset" ("email_digest", "code_hash", "tries", "expires_at")
values ($1, $2, $3, now() + make_interval(mins => $4))
on conflict ("email_digest")
do update set "code_hash" = $5, "tries" = $6, "expires_at" = now() + make_interval(mins => $7);

-- tryResetCode
update "password_reset"
set "tries" = "tries" + 1
where "email_digest" = $1
  and "tries" < $2
  and "expires_at" > now()
returning "code_hash";

-- deleteResetCode
delete from "password_reset"
where "email_digest" = $1
  and "code_hash" = $2;

-- deleteExpiredResets
delete from "password_reset"
where "expires_at" < now();
