-- What the functions of sso-store.ts send. To renew: npm test -- stores.store.test -u

-- insertFlow
insert into "sso_flow" ("state_hash", "method", "browser_hash", "sealed", "next", "expires_at")
values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6));

-- takeFlow
delete from "sso_flow"
where "state_hash" = $1
  and "method" = $2
  and "expires_at" > now()
returning "browser_hash", "sealed", "next";

-- insertCode
insert into "sso_code" ("code_hash", "user_id", "browser_hash", "method", "provider_session", "provider_sealed", "expires_at")
values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7));

-- takeCode
delete from "sso_code"
where "code_hash" = $1
  and "browser_hash" = $2
  and "expires_at" > now()
returning "user_id", "method", "provider_session", "provider_sealed";

-- deleteExpiredFlows
delete from "sso_flow"
where expires_at < now();
delete from "sso_code"
where expires_at < now();
