import { typeOfKind, type MySubmission } from "@tackroom/contract";
import { page, type Answer, type CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { qualifiedName } from "../access/find-item.js";
import { listUnanswered } from "../stores/authored-version-store.js";
import { asMember, loadViewer } from "../stores/viewer-store.js";

/** `GET /me/submissions` */
export async function listMySubmissions(
  { db }: { readonly db: Db },
  query: { readonly limit: number; readonly offset: number },
  { caller, call }: CallContext,
): Promise<Answer<MySubmission[]>> {
  const viewer = asMember(await loadViewer(db, caller));
  const { items, total } = await listUnanswered(db, viewer, query);
  const described = items.map(
    ({ kind, item_id: id, name, namespace, slug, created_at, changes_requested_at: asked, ...version }) => ({
      ...version,
      type: typeOfKind(kind),
      id,
      name,
      qualified_name: qualifiedName({ namespace, slug }),
      changes_requested_at: asked?.toISOString() ?? null,
      submitted_at: created_at.toISOString(),
    }),
  );
  return page({ items: described, total }, query, call.url);
}
