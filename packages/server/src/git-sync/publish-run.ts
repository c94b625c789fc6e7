import { recordSystemEvent } from "../audit/index.js";
import { lockUser } from "../auth/index.js";
import type { Tx } from "../platform/relational/tx.js";
import {
  addReleasedVersion,
  findLatest,
  listVersionNumbers,
  lockItem,
  qualifiedName,
  releasedCommits,
  textOf,
  type Item,
  type Version,
} from "../registry/index.js";
import { validationOf, type AnalyzedCommit } from "../source-analysis/index.js";
import { redactedStart } from "../unsafe-text/index.js";
import { numberForPush, numberOfTag } from "./core/next-version.js";
import { syncedFields } from "./core/synced-fields.js";
import { findPublisher, type Publisher } from "./publisher.js";
import { finishRun, hasLaterPublication, type Run } from "./run-store.js";
import type { SyncJobDeps } from "./sync-job-deps.js";
import { failed, LOST_ACCESS, skipped } from "./sync-stopped.js";
import { findSync, lockSync, type ListingSync } from "./sync-store.js";

export interface Fetched {
  /** The repository that was asked. */
  readonly url: string;
  /** The reference that was asked for. */
  readonly ref: string;
  readonly commit: AnalyzedCommit;
}

type PublishDeps = Pick<SyncJobDeps, "transaction" | "attest" | "published">;

const MAX_CHANGELOG_LENGTH = 4000;

/**
 * The version, its audit record and the outcome of the run, or none of them. Everything is asked again under locks: while the
 * repository was fetched, people may have lost their rights and others may have published.
 */
export async function publishRun(deps: PublishDeps, run: Run, { url, ref: asked, commit }: Fetched): Promise<void> {
  await deps.transaction(async (tx) => {
    const before = await findSync(tx, run.sync_id);
    if (!before) throw skipped("Sync was turned off.");
    const { item, viewer } = await lockAsPublisher(tx, before);
    // After the item, as those who change the sync do: two who wait for each other would never end.
    const sync = await lockSync(tx, run.sync_id);
    if (!sync) throw skipped("Sync was turned off.");
    if (refOf(run, sync) !== asked) throw failed("The tracked branch has changed. Run the sync again.");
    if (sync.publisher_id !== before.publisher_id) throw new Error("the publisher of the sync has just changed");
    const current = await requireCurrent(tx, item, url);
    const version = await chooseNumber(tx, run, item, commit);
    const ref = commit.ref.replace(/^refs\/(heads|tags)\//, "");
    await addReleasedVersion(tx, deps.attest, {
      item,
      viewer,
      by: viewer.userId,
      validationResults: validationOf(commit.analysis),
      draft: {
        version,
        description: current.description,
        changelog: changelogOf(run, commit),
        supportedHarnesses: current.supported_harnesses,
        fields: syncedFields(current.fields, { ...commit.analysis, sha: commit.sha, ref }),
      },
    });
    await finishRun(tx, run.id, { status: "success", sha: commit.sha, version });
    await recordSystemEvent(tx, {
      action: "mcp.sync_published",
      sensitivity: "medium",
      resourceType: "mcp",
      resourceId: item.id,
      resourceName: qualifiedName(item),
      detail: { version, sha: commit.sha, ref, trigger: run.trigger, published_by: viewer.userId },
    });
  });
  deps.published(run.item_id);
}

/** What a run asks the repository for. */
export function refOf(run: Run, { branch }: ListingSync): string {
  if (run.trigger === "release") return `refs/tags/${run.ref}`;
  return branch === null ? "HEAD" : `refs/heads/${branch}`;
}

async function lockAsPublisher(tx: Tx, sync: ListingSync): Promise<Publisher> {
  // An admin who takes the publisher's role or account away waits until this version is published, or comes first.
  if (sync.publisher_id !== null) await lockUser(tx, sync.publisher_id);
  const publisher = await findPublisher(tx, sync, sync.item_id);
  const item = publisher && (await lockItem(tx, publisher.viewer, sync.item_id));
  if (!publisher || !item?.is_owned) throw failed(LOST_ACCESS);
  return { ...publisher, item };
}

async function requireCurrent(tx: Tx, item: Item, url: string): Promise<Version> {
  if (item.is_archived) throw skipped("The MCP server is archived.");
  const current = await findLatest(tx, item.id);
  if (!current) throw failed("The MCP server no longer has an approved version.");
  if (textOf(current.fields, "git_url") !== url)
    throw failed("The git repository URL has changed. Run the sync again.");
  return current;
}

async function chooseNumber(tx: Tx, run: Run, item: Item, { sha, analysis }: AnalyzedCommit): Promise<string> {
  const numbers = await listVersionNumbers(tx, item.id);
  if (run.trigger === "release") {
    const number = numberOfTag(run.ref ?? "");
    if (number === undefined) throw failed("The tag of the release is not a version such as v1.2.3.");
    if (numbers.includes(number)) throw skipped(`Version ${number} already exists.`);
    return number;
  }
  if ((await releasedCommits(tx, item.id)).includes(sha))
    throw skipped(`Commit ${sha.slice(0, 12)} is already published.`);
  if (run.fetched_at && (await hasLaterPublication(tx, item.id, run.fetched_at))) {
    throw skipped("A later sync has already published a newer state of the branch.");
  }
  return numberForPush(analysis.version, numbers);
}

/** What the delivery says holds for the commit it is about; by now the branch may be further. */
function changelogOf(run: Run, { sha, message }: AnalyzedCommit): string | null {
  const isAboutIt =
    run.trigger === "release" || (run.notes_sha === null ? run.trigger === "push" : run.notes_sha === sha);
  const text = ((isAboutIt ? run.notes : null) ?? (run.trigger === "release" ? "" : message)).trim();
  return text === "" ? null : redactedStart(text, MAX_CHANGELOG_LENGTH);
}
