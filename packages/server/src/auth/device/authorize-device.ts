import { randomBytes, randomInt } from "node:crypto";
import type { AuthorizeDeviceBody, DeviceAuthorization, SsoMethod } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import type { Settings } from "../../settings/index.js";
import { deviceAddresses } from "../core/device-addresses.js";
import { DEVICE_LIFETIME_SECONDS, insertDevice } from "../stores/device-store.js";
import type { Providers } from "../providers/open-providers.js";
import { secretHash } from "../sessions/tokens.js";

/** Without vowels, so that no words appear, and without letters that look like others. */
const ALPHABET = "BCDFGHJKMNPQRSTVWXZ23456789";
const POLL_INTERVAL_SECONDS = 7;
const TRIES = 5;

export interface AuthorizeDeviceDeps {
  readonly settings: Pick<Settings, "get">;
  readonly providers: Pick<Providers, "offered">;
}

export async function authorizeDevice(
  { settings, providers }: AuthorizeDeviceDeps,
  body: AuthorizeDeviceBody,
  { call }: CallContext<null>,
): Promise<DeviceAuthorization> {
  const sso = body.sso ? methodFor(providers.offered(), body.provider) : undefined;
  const deviceCode = randomBytes(32).toString("base64url");
  const userCode = await call.act(async (tx) => {
    for (let tried = 0; tried < TRIES; tried++) {
      const code = `${randomLetters()}-${randomLetters()}`;
      const device = { device_code_hash: secretHash(deviceCode), user_code: code, client_id: body.client_id ?? null };
      if (await insertDevice(tx, device)) return code;
    }
    throw new ServiceError("unavailable", "Could not allocate a device code. Retry.", { retryAfterSeconds: 1 });
  });
  return {
    device_code: deviceCode,
    user_code: userCode,
    ...deviceAddresses(settings.get("deployment.frontend_url"), userCode, sso),
    expires_in: DEVICE_LIFETIME_SECONDS,
    interval: POLL_INTERVAL_SECONDS,
  };
}

/** What is not configured leads to the page that always works, where people see how they can sign in. */
function methodFor(offered: readonly SsoMethod[], wanted: SsoMethod | undefined): SsoMethod | undefined {
  return wanted === undefined ? offered[0] : offered.find((method) => method === wanted);
}

const randomLetters = (): string =>
  Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
