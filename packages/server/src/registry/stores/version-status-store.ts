import type { VersionStatus } from "@tackroom/contract";
import { sql } from "kysely";
import { queries, type Tx } from "../../platform/relational/index.js";
import type { RegistryTables } from "./tables-store.js";
import type { Version } from "./version-store.js";

export interface Verdict {
  readonly reason: string | null;
  readonly by: string;
}

export interface Approval {
  readonly by: string;
  readonly author: string | null;
  /** Of the decision; of the release too if the version was not released before. */
  readonly releasedAt: Date;
}

/** A compare-and-set: false when somebody else has decided meanwhile. The first approval releases the version. */
export async function approveVersion(tx: Tx, id: string, { by, author, releasedAt }: Approval): Promise<boolean> {
  const decided = await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({
      status: "approved",
      approval_suspended: false,
      rejection_reason: null,
      changes_requested_at: null,
      item_changes: null,
      reviewed_by: by,
      reviewed_at: releasedAt,
      released_at: sql<Date>`coalesce(released_at, ${releasedAt}::timestamptz)`,
      released_by: sql<string | null>`case when released_at is null then ${author}::uuid else released_by end`,
    })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return decided.numUpdatedRows === 1n;
}

/** A compare-and-set, as above. */
export async function rejectPending(tx: Tx, id: string, { reason, by }: Verdict): Promise<boolean> {
  const decided = await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({
      status: "rejected",
      approval_suspended: false,
      rejection_reason: reason,
      changes_requested_at: null,
      reviewed_by: by,
      reviewed_at: new Date(),
    })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return decided.numUpdatedRows === 1n;
}

/** A compare-and-set, as above: it stays pending, and waits for its authors. */
export async function markChangesRequested(tx: Tx, id: string, at: Date): Promise<boolean> {
  const marked = await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({ changes_requested_at: at })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

export async function setVersionStatus(tx: Tx, id: string, status: VersionStatus): Promise<void> {
  await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({ status, rejection_reason: null, changes_requested_at: null })
    .where("id", "=", id)
    .execute();
}

/** Approved versions that go back to review, because more people will see them. */
export async function returnToReview(tx: Tx, itemId: string): Promise<number> {
  const returned = await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({ status: "pending", approval_suspended: true })
    .where("item_id", "=", itemId)
    .where("status", "=", "approved")
    .executeTakeFirst();
  return Number(returned.numUpdatedRows);
}

/**
 * The reverse, once no more people see the item than those whom the versions were approved for. Not before: whatever is
 * approved while its item is public is approved for the public.
 */
export async function restoreApprovals(tx: Tx, itemId: string): Promise<number> {
  const restored = await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({ status: "approved", approval_suspended: false, changes_requested_at: null })
    .where("item_id", "=", itemId)
    .where("approval_suspended", "=", true)
    .executeTakeFirst();
  return Number(restored.numUpdatedRows);
}

/** A reviewer makes the item public, and so has approved for everybody what was approved for some. */
export async function approveForPublic(tx: Tx, itemId: string): Promise<void> {
  await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({ approved_as_public: true })
    .where("item_id", "=", itemId)
    .where("status", "=", "approved")
    .execute();
}

/** The displayed owner that versions bring with their release. What else they change of the item stays. */
export async function dropWaitingOwner(tx: Tx, itemId: string): Promise<void> {
  await queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set({ item_changes: sql<string | null>`nullif(item_changes - 'owner', '{}')` })
    .where("item_id", "=", itemId)
    .where("item_changes", "is not", null)
    .execute();
}

export interface VersionMarks {
  readonly deprecated?: string | null;
  readonly yanked?: boolean;
  readonly yank_reason?: string | null;
}

export async function markVersion(tx: Tx, id: string, marks: VersionMarks): Promise<Version> {
  return queries<RegistryTables>(tx)
    .updateTable("item_version")
    .set(marks)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
