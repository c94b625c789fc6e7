import type { CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { endCanary } from "../stores/canary-store.js";

/** `DELETE /admin/canaries/{id}` */
export async function deleteCanary({ id }: { readonly id: string }, { call }: CallContext): Promise<void> {
  await call.act(async (tx) => {
    call.describeForAudit({ resourceId: id });
    const ended = await endCanary(tx, id, new Date());
    if (!ended)
      throw new ServiceError("not_found", "Active canary not found. See GET /api/v1/admin/canaries/{agent_id}.");
    const { agent_id, canary_type, injection_point } = ended;
    call.describeForAudit({ detail: { agent_id, canary_type, injection_point } });
  });
}
