import type { FieldError, ItemVersion } from "@tackroom/contract";
import { created, type Answer, type CallContext } from "../../platform/http/index.js";
import type { Jobs } from "../../platform/jobs/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { changeItem, type Change, type Deps } from "../access/change-item.js";
import { writersToCarry } from "../access/second-reviewer.js";
import { queueAnalysis } from "./analyze-submission.js";
import { contentErrors, harnessErrors, harnessIds, namingErrors, refuse, unsafeTextErrors } from "./checked-fields.js";
import { pinsOf } from "../stores/component-store.js";
import { addVersion, refuseIfArchived } from "./add-version.js";
import type { VersionDraft } from "./compose-version.js";
import type { Fields } from "../core/fields.js";
import { qualifiedName } from "../access/find-item.js";
import type { Kind } from "../kinds/index.js";
import { describeOneVersion } from "./list-versions.js";
import { draftOf } from "./rewrite-version.js";
import { fieldsOf, overlay } from "./kind-fields.js";
import { findLatest, findNewest, findVersion, type Version } from "../stores/version-store.js";
import { loadViewer } from "../stores/viewer-store.js";

export type ReleaseDeps = Deps & { readonly jobs: Pick<Jobs, "enqueue"> };

/** `POST /{type}/{id}/versions`: a copy of the current version, overlaid with what is new. */
export async function releaseVersion(
  deps: ReleaseDeps,
  { kind, id, body }: { readonly kind: Kind; readonly id: string; readonly body: Fields },
  context: CallContext,
): Promise<Answer<ItemVersion>> {
  refuse([
    ...harnessErrors((body["supported_harnesses"] ?? []) as string[], "body.supported_harnesses"),
    ...namingErrors(kind, { version: body["version"] }, "body"),
    ...unsafeTextErrors(body, "body"),
  ]);
  const { item, number } = await changeItem(deps, { kind, id }, context, async (tx, change) => {
    await addNext(tx, change, kind, body);
    if (kind.hasRepository) await queueAnalysis(deps.jobs, tx, change.item.id, String(body["version"]));
    context.call.describeForAudit({
      detail: { version: String(body["version"]), status: body["save_as_draft"] ? "draft" : "pending" },
    });
    return { item: change.item, number: String(body["version"]) };
  });
  const viewer = await loadViewer(deps.db, context.caller);
  const version = await findVersion(deps.db, item.id, number);
  if (!version) throw new ServiceError("not_found", `${qualifiedName(item)} was deleted in the meantime.`);
  const described = await describeOneVersion(deps, viewer, item, version);
  return created(described, `/${kind.type}/${item.id}/versions/${number}`);
}

async function addNext(tx: Tx, change: Change, kind: Kind, body: Fields): Promise<void> {
  const { item, viewer } = change;
  refuseIfArchived(kind, item);
  const current =
    (await findLatest(tx, item.id)) ?? (await findNewest(tx, item.id, ["approved", "pending", "draft", "rejected"]));
  if (!current) throw new Error(`item ${item.id} has no version`);
  const next = nextDraft(kind, current, body);
  const draft = { ...next, fields: keptVersions(next.fields, body) };
  const status = body["save_as_draft"] === true ? "draft" : "pending";
  if (status === "pending") refuse(withExtraPaths(kind, contentErrors(kind, draft, "body")));
  const kept = (await pinsOf(tx, viewer, [current.id])).filter(({ kind: component }) => keepsPin(component, body));
  await addVersion(tx, change, { kind, draft, status, kept, writers: writersToCarry(current) });
}

/**
 * Components that the request does not list stay at the version they were pinned to. One that it lists goes to the version
 * that it names, and without one to the latest.
 */
function keepsPin(component: string, body: Fields): boolean {
  if (body["refresh_components"] === true || body["components"] !== undefined) return false;
  return component !== "mcp" || body["mcp_server_ids"] === undefined;
}

/** `refresh_components`: those that the author pinned by a version go to the latest as well. */
function keptVersions(fields: Fields, body: Fields): Fields {
  if (body["refresh_components"] !== true || body["components"] !== undefined) return fields;
  const components = ((fields["components"] ?? []) as Fields[]).map(({ version: _version, ...component }) => component);
  return { ...fields, components };
}

function nextDraft(kind: Kind, current: Version, body: Fields): VersionDraft {
  const before = draftOf(current);
  const own = kind.components ? body : submittedNames(kind, (body["extra"] ?? {}) as Fields);
  const overlaid = overlay(kind, before.fields, own);
  const { fields } = fieldsOf(kind, overlaid);
  const addedByService = pickKnown(overlaid, ["resolved_sha"]);
  return {
    version: String(body["version"]),
    description: ((body["description"] as string | undefined) ?? before.description).trim(),
    changelog: (body["changelog"] as string | undefined) ?? null,
    supportedHarnesses: harnessIds((body["supported_harnesses"] as string[] | undefined) ?? before.supportedHarnesses),
    fields: { ...fields, ...addedByService },
    isPrerelease: body["is_prerelease"] === true,
  };
}

/** `extra` has names of its own for some fields. */
function submittedNames({ extraNames = {} }: Kind, extra: Fields): Fields {
  const back = Object.fromEntries(Object.entries(extraNames).map(([name, alias]) => [alias, name]));
  return Object.fromEntries(Object.entries(extra).map(([name, value]) => [back[name] ?? name, value]));
}

const pickKnown = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));

function withExtraPaths(kind: Kind, errors: readonly FieldError[]): FieldError[] {
  if (kind.components) return [...errors];
  return errors.map(({ path, message }) => ({ path: path.replace(/^body\.(?!description$)/, "body.extra."), message }));
}
