-- What the functions of version-status-store.ts send. To renew: npm test -- release-stores.store.test -u

-- approveVersion
update "item_version"
set "status" = $1, "approval_suspended" = $2, "rejection_reason" = $3, "changes_requested_at" = $4, "item_changes" = $5, "reviewed_by" = $6, "reviewed_at" = $7, "released_at" = coalesce(released_at, $8::timestamptz), "released_by" = case when released_at is null then $9::uuid else released_by end
where "id" = $10
  and "status" = $11;

-- rejectPending
update "item_version"
set "status" = $1, "approval_suspended" = $2, "rejection_reason" = $3, "changes_requested_at" = $4, "reviewed_by" = $5, "reviewed_at" = $6
where "id" = $7
  and "status" = $8;

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

-- restoreApprovals
update "item_version"
set "status" = $1, "approval_suspended" = $2, "changes_requested_at" = $3
where "item_id" = $4
  and "approval_suspended" = $5;

-- returnToReview
update "item_version"
set "status" = $1, "approval_suspended" = $2
where "item_id" = $3
  and "status" = $4;

-- dropWaitingOwner
update "item_version"
set "item_changes" = nullif(item_changes - 'owner', '{}')
where "item_id" = $1
  and "item_changes" is not null;

-- markVersion
update "item_version"
set "deprecated" = $1, "yanked" = $2
where "id" = $3
returning *;
