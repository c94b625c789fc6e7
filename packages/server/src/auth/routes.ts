import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { authorizeDevice } from "./device/authorize-device.js";
import { bootstrap, type BootstrapDeps } from "./accounts/bootstrap.js";
import { changePassword } from "./accounts/change-password.js";
import { changeUsername } from "./accounts/change-username.js";
import { confirmDevice } from "./device/confirm-device.js";
import { createHooksToken } from "./sessions/create-hooks-token.js";
import { createKey } from "./keys/create-key.js";
import { deleteKey } from "./keys/delete-key.js";
import { getJwks } from "./signing/get-jwks.js";
import { getWhoami } from "./accounts/get-whoami.js";
import { listKeys } from "./keys/list-keys.js";
import { createToken, login, type LoginDeps } from "./sessions/login.js";
import { logout } from "./sessions/logout.js";
import { pollDevice } from "./device/poll-device.js";
import { answerTokens, answerWithoutCookie } from "./sessions/refresh-cookie.js";
import { refreshToken } from "./sessions/refresh-token.js";
import { register } from "./accounts/register.js";
import { requestReset, type RequestResetDeps } from "./accounts/request-reset.js";
import { resetPassword } from "./accounts/reset-password.js";
import { revokeToken } from "./sessions/revoke-token.js";
import { rotateKey } from "./keys/rotate-key.js";
import type { SigningKeys } from "./signing/signing-keys.js";

export type AuthDeps = LoginDeps & BootstrapDeps & RequestResetDeps & { readonly keys: SigningKeys };

export function mountAuth(mount: Mount, deps: AuthDeps): void {
  mount(contract.bootstrap, async ({ body }, _, call) => answerTokens(deps, call, await bootstrap(deps, body, call)));
  mount(contract.register, async ({ body }, _, call) => answerTokens(deps, call, await register(deps, body, call)));
  mount(contract.login, async ({ body }, _, call) => answerTokens(deps, call, await login(deps, body, call)));
  mount(contract.getWhoami, (_, caller) => getWhoami(deps, caller));
  mount(contract.createToken, async ({ body }, _, call) =>
    answerTokens(deps, call, await createToken(deps, body, call)),
  );
  mount(contract.refreshToken, async ({ body }, _, call) =>
    answerTokens(deps, call, await refreshToken(deps, body, call)),
  );
  mount(contract.revokeToken, ({ body }, caller, call) => revokeToken(deps, body, caller, call));
  mount(contract.logout, async ({ body }, caller, call) =>
    answerWithoutCookie(deps, call, await logout(deps, body, caller, call)),
  );
  mount(contract.createHooksToken, (_, caller, call) => createHooksToken(deps, caller, call));
  mount(contract.changePassword, ({ body }, caller, call) => changePassword(deps, body, caller, call));
  mount(contract.changeUsername, ({ body }, caller, call) => changeUsername(body.username, caller, call));
  mount(contract.requestReset, ({ body }, _, call) => requestReset(deps, body.email, call));
  mount(contract.resetPassword, async ({ body }, _, call) =>
    answerTokens(deps, call, await resetPassword(deps, body, call)),
  );
  mount(contract.getJwks, () => getJwks(deps));
  mount(contract.authorizeDevice, ({ body }, _, call) => authorizeDevice(deps, body, call));
  mount(contract.pollDevice, async ({ body }, _, call) => answerTokens(deps, call, await pollDevice(deps, body, call)));
  mount(contract.confirmDevice, ({ body }, caller, call) => confirmDevice(body.user_code, caller, call));
  mount(contract.createKey, ({ body }, caller, call) => createKey(body, caller, call));
  mount(contract.listKeys, ({ query }, caller, call) => listKeys(deps, query, caller, call));
  mount(contract.deleteKey, ({ params }, caller, call) => deleteKey(params.id, caller, call));
  mount(contract.rotateKey, ({ params, body }, caller, call) => rotateKey(params.id, body, caller, call));
}
