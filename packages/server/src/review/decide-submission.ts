import type { ItemKind } from "@tackroom/contract";
import type { AuditDetail, CallContext } from "../platform/http/index.js";
import type { Db, Tx } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import {
  dropReading,
  findItem,
  findNewest,
  findVersion,
  holdContent,
  loadViewer,
  lockItem,
  needsSecondReviewer,
  notPending,
  publishVersion,
  qualifiedName,
  refuseIfChanged,
  rejectVersion,
  updateItem,
  type Attest,
  type Item,
  type Version,
  type Viewer,
} from "../registry/index.js";
import type { Settings } from "../settings/index.js";
import { categoryChange } from "./category-change.js";
import { findSubmission } from "./find-submission.js";
import type { ReviewUpdates } from "./review-updates.js";

export interface ReviewDeps {
  readonly db: Db;
  readonly settings: Pick<Settings, "get">;
  readonly attest: Attest;
  readonly updates: ReviewUpdates;
}

export interface Verdict {
  readonly action: "approve" | "reject";
  readonly reason?: string | undefined;
  readonly category?: string | undefined;
  /** Of what the reviewer has read. */
  readonly digest?: string | undefined;
}

type Decision = Omit<Verdict, "action"> & { readonly id: string };

/** `POST /review/{id}/approve`: about the newest pending version. */
export function approveSubmission(deps: ReviewDeps, { id, ...reasons }: Decision, context: CallContext) {
  return decideSubmission(deps, { id, verdict: { action: "approve", ...reasons } }, context);
}

/** `POST /review/{id}/reject`: about the newest pending version. */
export function rejectSubmission(deps: ReviewDeps, { id, ...reasons }: Decision, context: CallContext) {
  return decideSubmission(deps, { id, verdict: { action: "reject", ...reasons } }, context);
}

async function decideSubmission(
  deps: ReviewDeps,
  { id, verdict }: { readonly id: string; readonly verdict: Verdict },
  context: CallContext,
) {
  const viewer = await loadViewer(deps.db, context.caller);
  const found = await findSubmission(deps.db, viewer, id);
  const { item, version } = await decide(deps, viewer, { found, verdict, context, isNamed: false }, (tx) =>
    findNewest(tx, found.id, ["pending"]),
  );
  const status = verdict.action === "approve" ? ("approved" as const) : ("rejected" as const);
  return { type: item.kind, id: item.id, name: item.name, version: version.version, status };
}

/** `POST /{type}/{id}/versions/{v}/review`: about one version. */
export async function reviewVersion(
  deps: ReviewDeps,
  { kind, id, v, ...verdict }: Verdict & { readonly kind: ItemKind; readonly id: string; readonly v: string },
  context: CallContext,
) {
  const viewer = await loadViewer(deps.db, context.caller);
  const found = await findItem(deps.db, viewer, kind, id);
  const { version } = await decide(deps, viewer, { found, verdict, context, isNamed: true }, (tx) =>
    requireNumber(tx, found, v),
  );
  const new_status = verdict.action === "approve" ? "approved" : "rejected";
  return { version: version.version, new_status, reason: verdict.reason ?? null };
}

async function requireNumber(tx: Tx, item: Item, v: string): Promise<Version> {
  const version = await findVersion(tx, item.id, v);
  if (version && (version.status !== "draft" || item.is_owned)) return version;
  throw new ServiceError("not_found", `${qualifiedName(item)} has no version ${v}. See its /versions.`);
}

const verdictDetail = ({ action, reason, category }: Verdict): AuditDetail => ({
  decision: action,
  ...(reason ? { reason } : {}),
  ...(category ? { category } : {}),
});

interface Question {
  readonly found: Item;
  readonly verdict: Verdict;
  readonly context: CallContext;
  /** Whether the reviewer named the version. */
  readonly isNamed: boolean;
}

async function decide(
  deps: ReviewDeps,
  viewer: Viewer,
  { found, verdict, context: { caller, call }, isNamed }: Question,
  choose: (tx: Tx) => Promise<Version | undefined>,
): Promise<{ item: Item; version: Version }> {
  call.describeForAudit({
    resourceId: found.id,
    resourceName: qualifiedName(found),
    detail: verdictDetail(verdict),
  });
  const decided = await call.act(async (tx) => {
    // One decision at a time: the second finds nothing pending.
    const item = await lockItem(tx, viewer, found.id);
    const version = item && (await choose(tx));
    if (!item || version?.status !== "pending") throw notPending(found, version?.version ?? found.version);
    if (await needsSecondReviewer(tx, deps.settings, { versions: [version], reviewerId: caller.userId })) {
      throw new ServiceError(
        "forbidden",
        "You cannot approve a version that you submitted or edited. A second reviewer is required (review.require_second_reviewer).",
      );
    }
    const decision = { item, version, viewer, by: caller.userId };
    const digest =
      verdict.action === "approve" ? await approve(tx, deps, { decision, verdict, isNamed }) : version.digest;
    if (verdict.action === "reject") await rejectVersion(tx, decision, verdict.reason ?? null);
    call.describeForAudit({ detail: { version: version.version, digest } });
    await dropReading(tx, caller.userId, version.id);
    return { item, version };
  });
  deps.updates.publish({ listingId: found.id, action: verdict.action === "approve" ? "approved" : "rejected" });
  return decided;
}

interface Approving {
  readonly decision: Parameters<typeof publishVersion>[2];
  readonly verdict: Verdict;
  readonly isNamed: boolean;
}

/** Answers the digest that is published. */
async function approve(tx: Tx, { attest }: ReviewDeps, { decision, verdict, isNamed }: Approving): Promise<string> {
  const { item, version, viewer, by: reviewerId } = decision;
  const content = await holdContent(tx, viewer, { item, version });
  await refuseIfChanged(tx, { item, version, content, reviewerId, digest: verdict.digest, isNamed });
  const fields = categoryChange(item, verdict.category);
  if (fields) await updateItem(tx, item.id, { fields });
  await publishVersion(tx, attest, fields ? { ...decision, item: { ...item, fields } } : decision, content);
  return content.digest;
}
