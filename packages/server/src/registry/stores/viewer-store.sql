-- What the functions of viewer-store.ts send. To renew: npm test -- stores.store.test -u

-- loadViewer

select array(select team_id from team_member where user_id = $1::uuid) as teams, array(select item_id from co_author where user_id = $2::uuid) as shared;
