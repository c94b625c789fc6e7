-- What the functions of version-status-store.ts send. To renew: npm test -- release-stores.store.test -u

-- approveVersion
update "item_version"
set "status" = $1, "rejection_reason" = $2, "reviewed_by" = $3, "released_at" = coalesce(released_at, $4::timestamptz), "released_by" = case when released_at is null then $5::uuid else released_by end
where "id" = $6
  and "status" = $7;

-- rejectPending
update "item_version"
set "status" = $1, "rejection_reason" = $2, "reviewed_by" = $3
where "id" = $4
  and "status" = $5;

-- approveForPublic
update "item_version"
set "approved_as_public" = $1
where "item_id" = $2
  and "status" = $3;

-- setVersionStatus
update "item_version"
set "status" = $1, "rejection_reason" = $2
where "id" = $3;

-- returnToReview
update "item_version"
set "status" = $1
where "item_id" = $2
  and "status" = $3;

-- markVersion
update "item_version"
set "deprecated" = $1, "yanked" = $2
where "id" = $3
returning *;
