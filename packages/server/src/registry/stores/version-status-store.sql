-- What the functions of version-status-store.ts send. To renew: npm test -- release-stores.store.test -u

-- approveVersion
update "item_version"
set "status" = $1, "rejection_reason" = $2, "changes_requested_at" = $3, "reviewed_by" = $4, "reviewed_at" = $5, "released_at" = coalesce(released_at, $6::timestamptz), "released_by" = case when released_at is null then $7::uuid else released_by end
where "id" = $8
  and "status" = $9;

-- rejectPending
update "item_version"
set "status" = $1, "rejection_reason" = $2, "changes_requested_at" = $3, "reviewed_by" = $4, "reviewed_at" = $5
where "id" = $6
  and "status" = $7;

-- markChangesRequested
update "item_version"
set "changes_requested_at" = $1
where "id" = $2
  and "status" = $3;

-- approveForPublic
update "item_version"
set "approved_as_public" = $1
where "item_id" = $2
  and "status" = $3;

-- setVersionStatus
update "item_version"
set "status" = $1, "rejection_reason" = $2, "changes_requested_at" = $3
where "id" = $4;

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
