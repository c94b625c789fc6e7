import { DEVICE_GRANT, type ErrorCode, type Tokens } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { findDevice, useDevice } from "../stores/device-store.js";
import { signIn, type SignInDeps } from "../sessions/sign-in.js";
import { secretHash } from "../sessions/tokens.js";
import { findUser, lockUser } from "../stores/user-store.js";

export interface PollDeviceDeps extends SignInDeps {
  readonly db: Db;
}

export interface DevicePoll {
  readonly device_code: string;
  readonly grant_type: string;
}

export async function pollDevice(deps: PollDeviceDeps, poll: DevicePoll, { call }: CallContext<null>): Promise<Tokens> {
  if (poll.grant_type !== DEVICE_GRANT) {
    throw refusal("invalid_state", "invalid_grant_type", `grant_type must be ${DEVICE_GRANT}.`);
  }
  const hash = secretHash(poll.device_code);
  const device = await findDevice(deps.db, hash);
  if (device.kind === "unknown") throw expired();
  await call.countAs(`device:${hash.toString("hex")}`);
  if (device.kind === "pending") {
    throw refusal("authorization_pending", "authorization_pending", "Not confirmed yet. Poll again in 7 seconds.");
  }
  const account = await findUser(deps.db, device.userId);
  if (!account?.is_active)
    throw refusal("invalid_state", "access_denied", "The account that confirmed the code is deactivated.");
  if (device.kind === "denied") {
    throw refusal(
      "invalid_state",
      "access_denied",
      "The user who confirmed the code has been signed out. Start again.",
    );
  }
  call.describeForAudit({ detail: { signed_in_with: "device code" } });
  return signIn(deps, { ...account, passwordSetBy: device.passwordSetBy, method: "device" }, call, async (tx) => {
    // The account first, as whatever ends sign-ins does.
    const current = await lockUser(tx, account.id);
    if (!current || !(await useDevice(tx, hash))) throw expired();
    return current;
  });
}

const expired = (): ServiceError =>
  refusal("invalid_code", "expired_token", "The device code is unknown, already used or expired. Start again.");

function refusal(code: ErrorCode, error: string, detail: string): ServiceError {
  return new ServiceError(code, detail, { extra: { error } });
}
