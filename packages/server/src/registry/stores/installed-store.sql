-- What the functions of installed-store.ts send. To renew: npm test -- release-stores.store.test -u

-- keepInstalled
insert into "installed_item" ("user_id", "item_id", "version_id", "harness", "installed_at")
values ($1, $2, $3, $4, $5)
on conflict ("user_id", "item_id")
do update set "version_id" = "excluded"."version_id", "harness" = "excluded"."harness", "installed_at" = "excluded"."installed_at";

-- forgetInstalled
delete from "installed_item"
where "user_id" = $1
  and "item_id" = $2;

-- installedBy, some
select "item_id"
from "installed_item"
where "user_id" = $1
  and "item_id" in ($2, $3);

-- installedBy, none

-- listOutdated

select item.kind, item.id, item.name, item.namespace, item.slug, installed.version as installed_version,
  installed_item.installed_at, installed_item.harness, shown.version, shown.released_at, shown.changelog,
  installed.yanked as is_yanked
from installed_item
join item on item.id = installed_item.item_id
join item_version as installed on installed.id = installed_item.version_id
join item_version as shown on shown.id = item.shown_version_id
where installed_item.user_id = $1::uuid
  and shown.id <> installed.id
  and (installed.yanked or shown.precedence > installed.precedence)
  and item.is_listed
  and (item.audience = any($2::uuid[])
or (item.visibility = 'owner' and item.id = any($3::uuid[])))
order by installed.yanked desc, shown.released_at desc, item.id
limit $4;

-- installersBelow, everybody

select installed_item.user_id
from installed_item
join item_version as installed on installed.id = installed_item.version_id
where installed_item.item_id = $1::uuid
  and installed.precedence < $2
order by installed_item.user_id;

-- installersBelow, members of a team

select installed_item.user_id
from installed_item
join item_version as installed on installed.id = installed_item.version_id
where installed_item.item_id = $1::uuid
  and installed.precedence < $2
  and installed_item.user_id = any($3::uuid[])
order by installed_item.user_id;
