import type { ClientSignIns } from "../auth/index.js";
import type { CallContext } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";

/** `POST /oauth/revoke`: ends the access, whichever of its tokens is given. One that is not valid any more needs no revocation. */
export async function revokeMcpToken(
  { signIns }: { readonly signIns: Pick<ClientSignIns, "ofToken" | "end"> },
  { token }: { readonly token: string },
  { call }: CallContext<null>,
): Promise<Record<string, never>> {
  const id = await signIns.ofToken(token).catch(unlessInvalid);
  if (id === undefined) return {};
  call.describeForAudit({ resourceId: id, detail: { by: "the client itself" } });
  await call.act((tx) => signIns.end(tx, id));
  return {};
}

function unlessInvalid(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === "unauthenticated") return undefined;
  throw error;
}
