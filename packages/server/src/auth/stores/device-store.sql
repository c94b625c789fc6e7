-- What the functions of device-store.ts send. To renew: npm test -- stores.store.test -u

-- insertDevice
insert into "device_authorization" ("device_code_hash", "user_code", "client_id", "user_id", "password_set_by", "used_at", "expires_at")
values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
on conflict do nothing;

-- findDevice
select "user_id", "password_set_by", "is_denied"
from "device_authorization"
where "device_code_hash" = $1
  and "used_at" is null
  and "expires_at" > now();

-- useDevice
update "device_authorization"
set "used_at" = now()
where "device_code_hash" = $1
  and "used_at" is null
  and "is_denied" = $2;

-- confirmDeviceFor
update "device_authorization"
set "user_id" = $1, "password_set_by" = $2
where "user_code" = $3
  and "user_id" is null
  and "expires_at" > now();
select "user_id"
from "device_authorization"
where "user_code" = $1
  and "expires_at" > now();

-- deleteExpiredDevices
delete from "device_authorization"
where "expires_at" < now();
