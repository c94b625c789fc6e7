import type { Call, Caller } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import { normaliseUserCode } from "./core/device-addresses.js";
import { confirmDeviceFor } from "./device-store.js";

export async function confirmDevice(typedCode: string, caller: Caller, call: Call): Promise<{ message: string }> {
  call.tell({ resourceId: caller.userId, resourceName: caller.email });
  await call.act(async (tx) => {
    const found = await confirmDeviceFor(tx, normaliseUserCode(typedCode), caller.userId);
    if (found === "unknown") throw new ServiceError("not_found", "No command line waits with this code. Check it.");
    if (found === "used") throw new ServiceError("invalid_state", "This code was confirmed before.");
  });
  return { message: "Confirmed. The command line is signing in." };
}
