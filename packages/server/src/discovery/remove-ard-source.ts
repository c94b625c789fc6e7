import type { CallContext } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import { withoutQuery } from "./describe-source.js";
import { deleteSource } from "./source-store.js";

export async function removeArdSource({ id }: { readonly id: string }, { call }: CallContext): Promise<void> {
  await call.act(async (tx) => {
    const removed = await deleteSource(tx, id);
    if (!removed) {
      throw new ServiceError("not_found", "Source not found. See GET /api/v1/admin/ard-sources.");
    }
    const url = withoutQuery(removed.url);
    call.describeForAudit({ resourceName: url, detail: { url, source: "removed" } });
  });
}
