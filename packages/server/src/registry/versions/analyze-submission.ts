import { roleSuffices, type ValidationResult } from "@tackroom/contract";
import { Type } from "typebox";
import { findUser } from "../../auth/index.js";
import { GitError } from "../../platform/git/index.js";
import { job, type Jobs } from "../../platform/jobs/index.js";
import type { Platform } from "../../platform/platform.js";
import type { Db, Tx } from "../../platform/relational/tx.js";
import {
  AnalysisError,
  failedValidation,
  validationOf,
  type AnalyzedCommit,
  type Repositories,
} from "../../source-analysis/index.js";
import { analyzedFields } from "../core/analyzed-fields.js";
import { textOf } from "../core/fields.js";
import { kindOf } from "../kinds/index.js";
import { lockItem } from "../stores/item-store.js";
import { findVersion, findVersionsByIds, setValidation, type Version } from "../stores/version-store.js";
import { ANONYMOUS } from "../stores/viewer-store.js";
import { contentErrors, unsafeTextErrors } from "./checked-fields.js";
import { draftOf, rewrite } from "./rewrite-version.js";
import { refreshShown } from "./shown-version.js";

export interface AnalyzeSubmissionDeps {
  readonly db: Db;
  readonly transaction: Platform["relational"]["transaction"];
  readonly repositories: Repositories;
}

const RETRY_AFTER_SECONDS = [15, 30] as const;
/** The longest GIT_CLONE_TIMEOUT, the analysis, and a while. */
const TIMEOUT_SECONDS = 3600 + 300;

/** Reads the repository of a submitted MCP server, so that its reviewer sees the tools that it has. */
export const analyzeSubmission = job({
  name: "registry.analyze-submission",
  payload: Type.Object({ version_id: Type.String({ format: "uuid" }) }),
  retryAfterSeconds: RETRY_AFTER_SECONDS,
  timeoutSeconds: TIMEOUT_SECONDS,
  singletonKey: ({ version_id }) => version_id,
  run: async (deps: AnalyzeSubmissionDeps, { version_id }, attempt) => {
    const [version] = await findVersionsByIds(deps.db, [version_id]);
    if (!version || !isOpen(version)) return;
    const url = textOf(version.fields, "git_url") ?? "";
    try {
      const ref = textOf(version.fields, "git_ref") || "HEAD";
      const commit = await deps.repositories.analyze({ url, ref, usesToken: await mayUseToken(deps.db, version) });
      await deps.transaction((tx) => complete(tx, version, commit));
    } catch (error) {
      const results = failureOf(error, attempt);
      if (!results) throw error;
      await deps.transaction((tx) => setValidation(tx, version.id, results));
    }
  },
});

/** Undefined for what may pass, or was not expected. */
function failureOf(error: unknown, attempt: number): ValidationResult[] | undefined {
  if (error instanceof AnalysisError) return failedValidation("analysis", error.message);
  const isFinal = error instanceof GitError && (!error.mayPass || attempt > RETRY_AFTER_SECONDS.length);
  return isFinal ? failedValidation("fetch", error.message) : undefined;
}

/** In the transaction that submits the version, or changes it. */
export async function queueAnalysis(
  jobs: Pick<Jobs, "enqueue">,
  tx: Tx,
  itemId: string,
  number: string,
): Promise<void> {
  const version = await findVersion(tx, itemId, number);
  if (version && isOpen(version)) await jobs.enqueue(analyzeSubmission, { version_id: version.id }, { tx });
}

/** What is released never changes, and a draft is not submitted yet. */
const isOpen = ({ status, released_at, fields }: Version): boolean =>
  status === "pending" && released_at === null && /^https?:/.test(textOf(fields, "git_url") ?? "");

/**
 * The operator's token opens repositories that an author may not be allowed to see. Everyone who wrote the submission counts:
 * any of them may have named the repository, and all of them are shown what is found in it.
 */
async function mayUseToken(db: Db, { editors }: Version): Promise<boolean> {
  const accounts = await Promise.all(editors.map((id) => findUser(db, id)));
  const isTrusted = (account: (typeof accounts)[number]): boolean =>
    account !== undefined && account.is_active && roleSuffices(account.role, "reviewer");
  return accounts.length > 0 && accounts.every(isTrusted);
}

const EVERYTHING = { ...ANONYMOUS, seesAll: true };

async function complete(tx: Tx, before: Version, { sha, analysis }: AnalyzedCommit): Promise<void> {
  const item = await lockItem(tx, EVERYTHING, before.item_id);
  const [version] = await findVersionsByIds(tx, [before.id]);
  // A change that was made meanwhile has queued an analysis of its own.
  if (!item || !version || !isOpen(version) || version.digest !== before.digest) return;
  const kind = kindOf(item.kind);
  const draft = draftOf(version);
  const fields = kind.complete(analyzedFields(draft.fields, analysis, sha));
  const problems = [
    ...contentErrors(kind, { ...draft, fields }, "repository"),
    ...unsafeTextErrors(fields, "repository"),
  ];
  const [problem] = problems;
  if (problem) {
    return setValidation(tx, version.id, failedValidation("analysis", `${problem.path} ${problem.message}`));
  }
  const identity = { name: item.name, namespace: item.namespace, slug: item.slug };
  await rewrite(tx, EVERYTHING, { item, version, identity, draft: { ...draft, fields }, by: null, status: "pending" });
  await setValidation(tx, version.id, validationOf(analysis));
  await refreshShown(tx, item);
}
