import type { CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { normaliseUserCode } from "../core/device-addresses.js";
import { lockLiveCaller } from "../sessions/live-credential.js";
import { confirmDeviceFor } from "../stores/device-store.js";

export async function confirmDevice(
  { user_code: typedCode }: { readonly user_code: string },
  { caller, call }: CallContext,
): Promise<{ message: string }> {
  call.describeForAudit({ resourceId: caller.userId, resourceName: caller.email, detail: { device: "confirmed" } });
  // The sign-in of the device would outlive the key.
  if (caller.keys.length > 0) {
    throw new ServiceError(
      "forbidden",
      "An API key cannot confirm a device. Sign in with your password, then confirm.",
    );
  }
  await call.act(async (tx) => {
    await lockLiveCaller(tx, caller);
    const found = await confirmDeviceFor(tx, normaliseUserCode(typedCode), caller);
    if (found === "unknown")
      throw new ServiceError("not_found", "Unknown device code. Check the code shown by the CLI.");
    if (found === "used") throw new ServiceError("invalid_state", "This code has already been confirmed.");
  });
  return { message: "Confirmed. The CLI is signing in." };
}
