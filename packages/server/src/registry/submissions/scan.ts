import { slugOf, type ScanBody, type ScannedItem } from "@tackroom/contract";
import type { HarnessId } from "@tackroom/harness";
import type { CallContext } from "../../platform/http/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { asRefusedByDatabase } from "../../platform/refused-by-database.js";
import { fieldError, ServiceError } from "../../platform/service-error.js";
import type { Deps } from "../access/change-item.js";
import type { Fields } from "../core/fields.js";
import { scannedSubmission } from "../core/scan-entry.js";
import { requireHarness } from "../access/require-harness.js";
import { attempt, findItemByQualifiedName } from "../stores/item-store.js";
import { ALL_KINDS, type Kind } from "../kinds/index.js";
import { usernameOf } from "../items/publish-place.js";
import { completedPayload } from "./scanned-payload.js";
import { splitPayload, type Submission } from "./submission.js";
import { createItem } from "./create-item.js";
import { submissionErrors } from "./submit-item.js";
import { loadViewer, type Viewer } from "../stores/viewer-store.js";

/** So that one request cannot hold the database for long. */
const AT_ONCE = 25;

/** `POST /scan`: each entry by itself, so that a bad one does not spoil the rest. */
export async function scan({ db }: Deps, body: ScanBody, { caller, call }: CallContext) {
  const named = body.harness ?? body.ide;
  if (named === undefined) throw fieldError("body.harness", "is required");
  const harness = requireHarness(named, "body.harness");
  const viewer = await loadViewer(db, caller);
  const entries = ALL_KINDS.flatMap((kind) => (body[kind.type] ?? []).map((entry) => prepared(kind, entry, harness)));
  call.describeForAudit({ detail: { harness, entries: entries.length } });
  const registered: ScannedItem[] = [];
  for (let next = 0; next < Math.max(entries.length, 1); next += AT_ONCE) {
    const batch = entries.slice(next, next + AT_ONCE);
    registered.push(...(await call.act((tx) => registerAll(tx, viewer, batch))));
  }
  const counts = ALL_KINDS.map((kind) => [kind.kind, body[kind.type]?.length ?? 0] as const);
  return { registered, summary: Object.fromEntries(counts.filter(([, count]) => count > 0)) };
}

interface Prepared {
  readonly kind: Kind;
  readonly name: string;
  readonly submission?: Submission;
  readonly skip?: string;
}

function prepared(kind: Kind, entry: Fields, harness: HarnessId): Prepared {
  const name = typeof entry["name"] === "string" ? entry["name"] : "";
  const mapped = scannedSubmission(kind.type, entry, harness);
  if ("skip" in mapped) return { kind, name, skip: mapped.skip };
  const completed = completedPayload(kind.type, mapped.payload);
  if ("skip" in completed) return { kind, name, skip: completed.skip };
  const submission = splitPayload(kind, completed.payload);
  const [error] = submissionErrors(kind, submission, completed.payload);
  return error
    ? { kind, name, skip: `${error.path.replace(/^body\./, "")} ${error.message}` }
    : { kind, name, submission };
}

async function registerAll(tx: Tx, viewer: Viewer, batch: readonly Prepared[]): Promise<ScannedItem[]> {
  const namespace = await usernameOf(tx, viewer.userId ?? "");
  const done: ScannedItem[] = [];
  for (const entry of batch) done.push(await register(tx, viewer, namespace, entry));
  return done;
}

async function register(
  tx: Tx,
  viewer: Viewer,
  namespace: string,
  { kind, name, submission, skip }: Prepared,
): Promise<ScannedItem> {
  const as = { name, type: kind.kind };
  if (!submission) return { ...as, id: "", status: "skipped", reason: skip ?? "" };
  const identity = { kind: kind.kind, namespace, slug: slugOf(submission.name) };
  const existing = await findItemByQualifiedName(tx, viewer, identity);
  if (existing) return { ...as, id: existing.id, status: "existing" };
  const place = { namespace, team_id: null, visibility: submission.visibility, owner: namespace };
  try {
    const creation = { kind, place, submission, status: "pending" } as const;
    return { ...as, id: await attempt(tx, () => createItem(tx, viewer, creation)), status: "created" };
  } catch (error) {
    const refusal = error instanceof ServiceError ? error : asRefusedByDatabase(error);
    if (!refusal) throw error;
    return { ...as, id: "", status: "skipped", reason: refusal.message };
  }
}
