import { GIT_HOST_NAMES, isGitName, type EnabledSync, type GitHost, type PutSyncBody } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { newId } from "../platform/ids.js";
import type { Tx } from "../platform/relational/tx.js";
import { fieldError, ServiceError } from "../platform/service-error.js";
import { changeItem, findLatest, kindOf, qualifiedName, textOf, type Item } from "../registry/index.js";
import { detectHost } from "./core/repositories.js";
import { describeSync } from "./describe-sync.js";
import { findPublisher } from "./publisher.js";
import type { SyncDeps } from "./sync-deps.js";
import { createSecret, type NewSecret } from "./sync-secrets.js";
import { findSyncOf, insertSync, lockSync, updateSync, type ListingSync } from "./sync-store.js";

/** `PUT /mcps/{id}/webhook-sync` */
export async function putSync(
  deps: SyncDeps,
  { id, ...wish }: PutSyncBody & { readonly id: string },
  context: CallContext,
): Promise<EnabledSync> {
  const branch = readBranch(wish.branch);
  return changeItem(deps, { kind: kindOf("mcp"), id }, context, async (tx, { item }) => {
    const gitUrl = await requireSyncable(tx, item, wish);
    const before = await findSyncOf(tx, item.id);
    const sync = before && (await lockSync(tx, before.id));
    if (sync) await refuseReplacing(tx, sync, item, context.caller.userId);
    const chosen = { ...wish, branch, publisherId: context.caller.userId };
    const { syncId, made } = await store(deps, tx, { item, sync, gitUrl, chosen });
    const stored = (await lockSync(tx, syncId)) as ListingSync;
    context.call.describeForAudit({ detail: auditDetail(stored, sync) });
    return describeSync(deps, tx, stored, made?.secret);
  });
}

/** Blank means the default branch, as leaving it out does. */
function readBranch(given: PutSyncBody["branch"]): string | null {
  const branch = given?.trim() ?? "";
  if (branch === "") return null;
  if (isGitName(branch)) return branch;
  throw fieldError(
    "body.branch",
    "must be a branch name of letters, digits, ., _, - and /, without .., and without - or / at its start",
  );
}

async function requireSyncable(tx: Tx, item: Item, wish: PutSyncBody): Promise<string> {
  const name = qualifiedName(item);
  if (!wish.sync_on_push && !wish.sync_on_release) throw notSyncable("Choose at least one trigger: push or release.");
  if (item.is_archived) throw notSyncable(`${name} is archived. Unarchive it first.`);
  const latest = await findLatest(tx, item.id);
  if (!latest) {
    throw notSyncable(`${name} has no approved version. A reviewer must approve one before it can be synced.`);
  }
  const url = textOf(latest.fields, "git_url");
  if (url === undefined) {
    throw notSyncable(`${name} ${latest.version} has no git repository URL. Release a version with one first.`);
  }
  if (/^https?:/i.test(url)) return url;
  throw notSyncable(
    `The repository URL of ${name} is not an https:// URL, so it cannot be fetched. Release a version with one first.`,
  );
}

const notSyncable = (reason: string): ServiceError => new ServiceError("invalid_state", reason);

/** Whose rights a sync had is not forgotten silently: taking over from someone who lost them starts anew. */
async function refuseReplacing(tx: Tx, sync: ListingSync, item: Item, callerId: string): Promise<void> {
  if (sync.publisher_id === callerId || (await findPublisher(tx, sync, item.id))) return;
  throw new ServiceError(
    "invalid_state",
    `The user who set up this sync can no longer change ${qualifiedName(item)}. Turn sync off and on again, and give the repository the new webhook URL and secret.`,
  );
}

interface Store {
  readonly item: Item;
  readonly sync: ListingSync | undefined;
  readonly gitUrl: string;
  readonly chosen: Omit<PutSyncBody, "branch"> & { readonly branch: string | null; readonly publisherId: string };
}

async function store(
  { sealing }: SyncDeps,
  tx: Tx,
  { item, sync, gitUrl, chosen }: Store,
): Promise<{ readonly syncId: string; readonly made: NewSecret | undefined }> {
  const { sync_on_push, sync_on_release, branch, publisherId } = chosen;
  const host = chooseHost(chosen.provider, sync, gitUrl);
  const columns = { ...host, sync_on_push, sync_on_release, branch, publisher_id: publisherId };
  if (sync) {
    const made = host.provider === sync.provider ? undefined : createSecret(sealing, sync.id);
    await updateSync(tx, sync.id, { ...columns, ...(made ? { secret: made.sealed } : {}) });
    return { syncId: sync.id, made };
  }
  const syncId = newId();
  const made = createSecret(sealing, syncId);
  // Under the item's lock: nobody else turns it on at the same moment.
  await insertSync(tx, { id: syncId, item_id: item.id, secret: made.sealed, ...columns });
  return { syncId, made };
}

function chooseHost(
  wish: PutSyncBody["provider"],
  sync: ListingSync | undefined,
  gitUrl: string,
): { readonly provider: GitHost; readonly repository_host: GitHost | null } {
  if (wish && wish !== "auto") return { provider: GIT_HOST_NAMES[wish], repository_host: GIT_HOST_NAMES[wish] };
  if (!wish && sync) return { provider: sync.provider, repository_host: sync.repository_host };
  return { provider: detectHost(gitUrl), repository_host: null };
}

const auditDetail = (after: ListingSync, before: ListingSync | undefined) => ({
  was_on: before !== undefined,
  provider: after.provider,
  sync_on_push: after.sync_on_push,
  sync_on_release: after.sync_on_release,
  branch: after.branch,
});
