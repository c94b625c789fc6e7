import { typeOfKind, type ItemKind } from "@tackroom/contract";
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
  refuse,
  refuseIfChanged,
  rejectVersion,
  unsafeTextErrors,
  type Attest,
  type Item,
  type SettledContent,
  type Version,
  type Viewer,
} from "../registry/index.js";
import type { Settings } from "../settings/index.js";
import { categoryChange } from "./category-change.js";
import { findSubmission } from "./find-submission.js";
import { keepChangeRequest } from "./keep-change-request.js";
import type { ReviewUpdates } from "./review-updates.js";
import { tellAuthors } from "./tell-authors.js";

export interface ReviewDeps {
  readonly db: Db;
  readonly settings: Pick<Settings, "get">;
  readonly attest: Attest;
  readonly updates: ReviewUpdates;
}

interface Reviewed {
  readonly category?: string | undefined;
  readonly reason?: string | undefined;
  /** Of what the reviewer has read. */
  readonly digest?: string | undefined;
}

export interface Verdict extends Reviewed {
  readonly action: "approve" | "reject";
}

interface ChangesWanted {
  readonly action: "request_changes";
  readonly message: string;
  readonly digest: string;
}

/** What a decision needs of a call, which may make several. */
interface DecisionContext {
  readonly caller: CallContext["caller"];
  readonly call: Pick<CallContext["call"], "act" | "describeForAudit">;
}

type Decision = Reviewed & { readonly id: string };

/** `POST /review/{id}/approve`: about the newest pending version. */
export function approveSubmission(deps: ReviewDeps, { id, ...reasons }: Decision, context: CallContext) {
  return decideSubmission(deps, { id, verdict: { action: "approve", ...reasons } }, context);
}

/** `POST /review/{id}/reject`: about the newest pending version. */
export function rejectSubmission(deps: ReviewDeps, { id, ...reasons }: Decision, context: CallContext) {
  return decideSubmission(deps, { id, verdict: { action: "reject", ...reasons } }, context);
}

/** `POST /review/{id}/request-changes`: about the newest pending version, which stays pending. */
export async function requestChanges(
  deps: ReviewDeps,
  { id, message, digest }: Omit<ChangesWanted, "action"> & { readonly id: string },
  context: CallContext,
) {
  const viewer = await loadViewer(deps.db, context.caller);
  const found = await findSubmission(deps.db, viewer, id);
  const verdict = { action: "request_changes", message, digest } as const;
  const { item, version, at } = await decide(deps, viewer, { found, verdict, context, isNamed: false }, (tx) =>
    findNewest(tx, found.id, ["pending"]),
  );
  const changes_requested_at = at.toISOString();
  return { ...decidedOn(item, version), status: "pending" as const, changes_requested_at };
}

/** As above, but not for what has a high risk: that takes a look of its own. */
export function decideOneOfSeveral(deps: ReviewDeps, decision: DecisionById, context: DecisionContext) {
  return decideSubmission(deps, { ...decision, isOneOfSeveral: true }, context);
}

interface DecisionById {
  readonly id: string;
  readonly verdict: Verdict;
  readonly isOneOfSeveral?: boolean;
}

async function decideSubmission(
  deps: ReviewDeps,
  { id, verdict, isOneOfSeveral }: DecisionById,
  context: DecisionContext,
) {
  const viewer = await loadViewer(deps.db, context.caller);
  const found = await findSubmission(deps.db, viewer, id);
  const question = { found, verdict, context, isNamed: false, isOneOfSeveral };
  const { item, version } = await decide(deps, viewer, question, (tx) => findNewest(tx, found.id, ["pending"]));
  const status = verdict.action === "approve" ? ("approved" as const) : ("rejected" as const);
  return { ...decidedOn(item, version), status };
}

const decidedOn = ({ kind, id, name }: Item, { version }: Version) => ({ type: kind, id, name, version });

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
  throw new ServiceError(
    "not_found",
    `${qualifiedName(item)} has no version ${v}. See GET /api/v1/${typeOfKind(item.kind)}/${item.id}/versions.`,
  );
}

const verdictDetail = (verdict: Verdict | ChangesWanted): AuditDetail => {
  if (verdict.action === "request_changes") return { decision: verdict.action, reason: verdict.message };
  const { action, reason, category } = verdict;
  return { decision: action, ...(reason ? { reason } : {}), ...(category ? { category } : {}) };
};

/** What the release has changed of the item itself, such as the displayed owner. */
function releasedChanges(item: Item, { item_changes }: Version): AuditDetail {
  const before: Record<string, unknown> = { ...item.fields, owner: item.owner };
  return Object.fromEntries(
    Object.entries(item_changes ?? {}).map(([name, value]) => [name, { from: shown(before[name]), to: shown(value) }]),
  );
}

const shown = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === "string" ? value : JSON.stringify(value);

interface Question {
  readonly found: Item;
  readonly verdict: Verdict | ChangesWanted;
  readonly context: DecisionContext;
  /** Whether the reviewer named the version. */
  readonly isNamed: boolean;
  readonly isOneOfSeveral?: boolean | undefined;
}

interface Decided {
  readonly item: Item;
  readonly version: Version;
  readonly at: Date;
}

async function decide(
  deps: ReviewDeps,
  viewer: Viewer,
  question: Question,
  choose: (tx: Tx) => Promise<Version | undefined>,
): Promise<Decided> {
  const {
    found,
    verdict,
    context: { caller, call },
  } = question;
  const { action, digest: _digest, ...texts } = verdict;
  refuse(unsafeTextErrors(texts, "body"));
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
        "You cannot review a version that you submitted or edited. A second reviewer is required (review.require_second_reviewer).",
      );
    }
    if (question.isOneOfSeveral) refuseHighRisk(item, version);
    const decision = { item, version, viewer, by: caller.userId };
    const at = new Date();
    const digest = await carryOut(tx, deps, { decision, question, at });
    call.describeForAudit({
      detail: { version: version.version, digest, ...(action === "approve" ? releasedChanges(item, version) : {}) },
    });
    await dropReading(tx, caller.userId, version.id);
    return { item, version, at };
  });
  if (verdict.action !== "request_changes") {
    deps.updates.publish({ listingId: found.id, action: verdict.action === "approve" ? "approved" : "rejected" });
  }
  return decided;
}

function refuseHighRisk(item: Item, { version, risk_signals }: Version): void {
  if (!risk_signals.some(({ severity }) => severity === "high")) return;
  throw new ServiceError(
    "conflict",
    `${qualifiedName(item)} ${version} has a high risk and cannot be decided together with others. Review it on its own.`,
  );
}

interface CarryingOut {
  readonly decision: Parameters<typeof publishVersion>[2];
  readonly question: Question;
  readonly at: Date;
}

/** Answers the digest of what was decided on. */
async function carryOut(tx: Tx, deps: ReviewDeps, { decision, question, at }: CarryingOut): Promise<string> {
  const { item, version, viewer, by: reviewerId } = decision;
  const { verdict, isNamed } = question;
  // A rejection without a digest is of whatever is there: nothing is published by it.
  const isOfContent = verdict.action !== "reject" || verdict.digest !== undefined;
  const content = isOfContent ? await holdContent(tx, viewer, { item, version }) : undefined;
  if (content) await refuseIfChanged(tx, { item, version, content, reviewerId, digest: verdict.digest, isNamed });
  if (verdict.action === "request_changes") {
    await keepChangeRequest(tx, decision, { message: verdict.message, digest: verdict.digest, at });
    return verdict.digest;
  }
  const isApproved = verdict.action === "approve";
  if (isApproved && content) await approve(tx, deps, { decision, verdict, content });
  else await rejectVersion(tx, decision, verdict.reason ?? null);
  await tellAuthors(tx, { item, version, reviewerId, isApproved, reason: verdict.reason });
  return content?.digest ?? version.digest;
}

interface Approving {
  readonly decision: CarryingOut["decision"];
  readonly verdict: Verdict;
  readonly content: SettledContent;
}

async function approve(tx: Tx, { attest }: ReviewDeps, { decision, verdict, content }: Approving): Promise<void> {
  const chosen = categoryChange(decision.item, verdict.category);
  await publishVersion(tx, attest, { ...decision, chosen }, content);
}
