import type { ImportBody, ImportResult } from "@tackroom/contract";
import type { Call, CallContext, Caller } from "../../platform/http/index.js";
import type { Db, Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { notFound, qualifiedName, requireOwner } from "../access/find-item.js";
import { choosePlace, type Place } from "../items/publish-place.js";
import { findLastSource, keepBatch, keepSource, type Source } from "../stores/import-store.js";
import { attempt, findItemByQualifiedName, lockItem, type Item } from "../stores/item-store.js";
import { findNewest, listVersionNumbers } from "../stores/version-store.js";
import { loadViewer, type Viewer } from "../stores/viewer-store.js";
import { addVersion, refuseIfArchived } from "../versions/add-version.js";
import { queueAnalysis } from "../versions/analyze-submission.js";
import { createItem } from "./create-item.js";
import { entryName, nextNumber, prepareImport, type ImportedEntry, type Prepared } from "./prepare-import.js";
import type { SubmitDeps } from "./submit-item.js";

type Done = Pick<ImportResult, "status" | "id" | "qualified_name" | "version">;

/**
 * `POST /import`: each by the rules of a submission, with a transaction and an audit record of its own. Once a store is
 * unavailable, the rest is not tried: waiting for it with each of them would take minutes.
 */
export async function importItems(deps: SubmitDeps, body: ImportBody, { caller, call }: CallContext) {
  const viewer = await loadViewer(deps.db, caller);
  const results: ImportResult[] = [];
  let batchId: string | null = null;
  let outage: ServiceError | undefined;
  for (const entry of body.items) {
    if (outage) {
      results.push(refused(entry, outage));
      continue;
    }
    const part = call.part();
    const importing = async (): Promise<Done> => {
      const prepared = prepareImport(entry, body);
      part.describeForAudit({ resourceName: prepared.submission.name });
      const run = { viewer, caller, body, part, batchId };
      const { batch, ...done } = await part.act((tx) => importOne(tx, deps, run, prepared));
      batchId = batch;
      return done;
    };
    const failed = async (error: unknown): Promise<ServiceError> => {
      const refusal = await part.failed(error);
      if (refusal.code === "unavailable") outage = refusal;
      return refusal;
    };
    results.push(await answerOne(entry, importing, failed));
  }
  return { batch_id: batchId, results };
}

/** `POST /import/plan` */
export async function planImport({ db }: { readonly db: Db }, body: ImportBody, { caller }: CallContext) {
  const viewer = await loadViewer(db, caller);
  const results: ImportResult[] = [];
  for (const entry of body.items) {
    results.push(await answerOne(entry, () => planOne(db, { viewer, caller, body }, entry), onlyRefusals));
  }
  return { results };
}

interface Asked {
  readonly viewer: Viewer;
  readonly caller: Caller;
  readonly body: ImportBody;
}

interface Part extends Asked {
  readonly part: Pick<Call, "describeForAudit">;
  /** Once an entry of the same request has kept it: each entry would wait for the others at its row. */
  readonly batchId: string | null;
}

async function answerOne(
  entry: ImportedEntry,
  work: () => Promise<Done>,
  refusalFor: (error: unknown) => Promise<ServiceError>,
): Promise<ImportResult> {
  try {
    return { ...asGiven(entry), ...(await work()), error: null };
  } catch (error) {
    return refused(entry, await refusalFor(error));
  }
}

const asGiven = (entry: ImportedEntry) => ({ type: entry.type, path: entry.path, name: entryName(entry) });

const refused = (entry: ImportedEntry, { code, message }: ServiceError): ImportResult => ({
  ...asGiven(entry),
  status: "refused",
  id: null,
  qualified_name: null,
  version: null,
  error: { code, detail: message },
});

/** A plan has done nothing that its answer would have to tell, so it may fail as a whole. */
async function onlyRefusals(error: unknown): Promise<ServiceError> {
  if (error instanceof ServiceError) return error;
  throw error;
}

async function planOne(db: Db, { viewer, caller, body }: Asked, entry: ImportedEntry): Promise<Done> {
  const prepared = prepareImport(entry, body);
  const place = await choosePlace(db, prepared.submission, caller);
  const item = await findNamed(db, viewer, prepared, place);
  if (!item) {
    const name = `${place.namespace}/${prepared.slug}`;
    return { status: "new", id: null, qualified_name: name, version: prepared.submission.version };
  }
  const known = await requireSameSource(db, body, prepared, item);
  if (known.digest === prepared.digest) return unchanged(item, known);
  const version = nextNumber(prepared, await listVersionNumbers(db, item.id));
  return { status: "changed", id: item.id, qualified_name: qualifiedName(item), version };
}

async function importOne(
  tx: Tx,
  { jobs }: SubmitDeps,
  { viewer, caller, body, part, batchId }: Part,
  prepared: Prepared,
): Promise<Done & { readonly batch: string }> {
  const { kind, submission, path, digest } = prepared;
  const place = await choosePlace(tx, submission, caller);
  const batch = batchId ?? (await keepBatch(tx, batchOf(caller, body, place)));
  const { done, versionId } =
    (await createUnlessThere(tx, viewer, prepared, place)) ??
    (await addChange(tx, { viewer, caller, body }, prepared, place));
  part.describeForAudit({ detail: { status: done.status, version: done.version, path, repository: body.repository } });
  if (done.id !== null) part.describeForAudit({ resourceType: kind.kind, resourceId: done.id });
  if (versionId !== null && done.id !== null && done.version !== null) {
    await keepSource(tx, { versionId, itemId: done.id, batchId: batch, path, digest });
    if (kind.hasRepository) await queueAnalysis(jobs, tx, done.id, done.version);
  }
  return { ...done, batch };
}

const batchOf = (
  { userId }: Caller,
  { repository, commit = "", visibility, tags, only }: ImportBody,
  place: Place,
) => ({
  userId,
  repository,
  commit,
  teamId: place.team_id,
  visibility,
  tags,
  only,
});

interface Stored {
  readonly done: Done;
  /** Null when nothing had to be stored. */
  readonly versionId: string | null;
}

async function createUnlessThere(
  tx: Tx,
  viewer: Viewer,
  prepared: Prepared,
  place: Place,
): Promise<Stored | undefined> {
  if (await findNamed(tx, viewer, prepared, place)) return undefined;
  const { kind, submission } = prepared;
  try {
    const id = await attempt(tx, () => createItem(tx, viewer, { kind, place, submission, status: "pending" }));
    const version = await findNewest(tx, id, ["pending"]);
    if (!version) throw new Error(`item ${id} has no version`);
    const name = `${place.namespace}/${prepared.slug}`;
    return {
      done: { status: "new", id, qualified_name: name, version: version.version },
      versionId: version.id,
    };
  } catch (error) {
    // Another request has made it in the meantime, or it is not the caller's to see.
    const isThere = error instanceof ServiceError && error.code === "name_taken";
    if (isThere && (await findNamed(tx, viewer, prepared, place))) return undefined;
    throw error;
  }
}

async function addChange(tx: Tx, { viewer, body }: Asked, prepared: Prepared, place: Place): Promise<Stored> {
  const { kind, submission } = prepared;
  const found = await findNamed(tx, viewer, prepared, place);
  const item = found && (await lockItem(tx, viewer, found.id));
  if (!item) throw notFound(kind.kind, `${place.namespace}/${prepared.slug}`);
  const known = await requireSameSource(tx, body, prepared, item);
  if (known.digest === prepared.digest) return { done: unchanged(item, known), versionId: null };
  const version = nextNumber(prepared, await listVersionNumbers(tx, item.id));
  const draft = { ...submission, version };
  const versionId = await addVersion(tx, { item, viewer }, { kind, draft, status: "pending", kept: [] });
  return { done: { status: "changed", id: item.id, qualified_name: qualifiedName(item), version }, versionId };
}

const unchanged = (item: Item, { version }: Source): Done => ({
  status: "unchanged",
  id: item.id,
  qualified_name: qualifiedName(item),
  version,
});

const findNamed = (db: Db, viewer: Viewer, { kind, slug }: Prepared, { namespace }: Place): Promise<Item | undefined> =>
  findItemByQualifiedName(db, viewer, { kind: kind.kind, namespace, slug });

/** An import changes nothing but what came from the same source. What is the same already needs no change. */
async function requireSameSource(
  db: Db,
  { repository }: ImportBody,
  { kind, digest }: Prepared,
  item: Item,
): Promise<Source> {
  requireOwner(item);
  const known = await findLastSource(db, item.id);
  if (known?.repository === repository || known?.digest === digest) {
    refuseIfArchived(kind, item);
    return known;
  }
  const from = known ? `was imported from ${known.repository}` : "was not imported";
  throw new ServiceError(
    "name_taken",
    `${qualifiedName(item)} already exists and ${from}. Import into another namespace (--namespace, --team), or rename or delete that item first.`,
  );
}
