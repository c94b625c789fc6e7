import type { CallContext } from "../../platform/http/index.js";
import { fieldErrors, ServiceError } from "../../platform/service-error.js";
import type { Deps } from "../access/change-item.js";
import { recordsOf, textOf, type Fields } from "../core/fields.js";
import { renderTemplate, type Variable } from "../core/prompt-template.js";
import { findItem, qualifiedName } from "../access/find-item.js";
import { findVersionsByIds } from "../stores/version-store.js";
import { loadViewer } from "../stores/viewer-store.js";

/** `POST /prompts/{id}/render` */
export async function renderPrompt(
  { db }: Deps,
  { id, variables: values }: { readonly id: string; readonly variables: Fields },
  { caller }: CallContext,
) {
  const item = await findItem(db, await loadViewer(db, caller), "prompt", id);
  const [version] = await findVersionsByIds(db, item.shown_version_id ? [item.shown_version_id] : []);
  if (!version) throw new ServiceError("not_found", `${qualifiedName(item)} has no version to render.`);
  const variables = recordsOf(version.fields, "variables") as unknown as Variable[];
  const rendering = renderTemplate(textOf(version.fields, "template") ?? "", variables, values);
  if ("rendered" in rendering) return { listing_id: item.id, rendered: rendering.rendered };
  throw fieldErrors(rendering.missing.map((name) => ({ path: `body.variables.${name}`, message: "is required" })));
}
