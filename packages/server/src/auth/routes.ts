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
import { logout, type LogoutDeps } from "./sessions/logout.js";
import { pollDevice } from "./device/poll-device.js";
import { answerTokens, answerWithoutCookie } from "./sessions/refresh-cookie.js";
import { refreshToken, type RefreshDeps } from "./sessions/refresh-token.js";
import { register } from "./accounts/register.js";
import { requestReset, type RequestResetDeps } from "./accounts/request-reset.js";
import { resetPassword } from "./accounts/reset-password.js";
import { revokeToken } from "./sessions/revoke-token.js";
import { rotateKey } from "./keys/rotate-key.js";
import { backChannelLogout } from "./providers/flow/back-channel-logout.js";
import { exchangeCode } from "./providers/flow/exchange-code.js";
import { finishOidc, finishProviderA, finishProviderB } from "./providers/flow/finish-sign-in.js";
import type { FlowDeps } from "./providers/flow/flows.js";
import { startOidc, startProviderA, startProviderB } from "./providers/flow/start-sign-in.js";
import type { Providers } from "./providers/open-providers.js";
import { finishSaml } from "./providers/saml/finish-saml.js";
import { getSamlMetadata } from "./providers/saml/get-saml-metadata.js";
import { finishSamlLogout, startSamlLogout } from "./providers/saml/logout-saml.js";
import { startSaml } from "./providers/saml/start-saml.js";
import type { SigningKeys } from "./signing/signing-keys.js";

export type AuthDeps = LoginDeps &
  BootstrapDeps &
  RequestResetDeps &
  RefreshDeps &
  LogoutDeps &
  FlowDeps & { readonly keys: SigningKeys; readonly providers: Providers };

export function mountAuth(mount: Mount, deps: AuthDeps): void {
  mount(contract.bootstrap, async ({ body }, context) =>
    answerTokens(deps, await bootstrap(deps, body, context), context),
  );
  mount(contract.register, async ({ body }, context) =>
    answerTokens(deps, await register(deps, body, context), context),
  );
  mount(contract.login, async ({ body }, context) => answerTokens(deps, await login(deps, body, context), context));
  mount(contract.getWhoami, (_input, context) => getWhoami(deps, context));
  mount(contract.createToken, async ({ body }, context) =>
    answerTokens(deps, await createToken(deps, body, context), context),
  );
  mount(contract.refreshToken, async ({ body }, context) =>
    answerTokens(deps, await refreshToken(deps, body, context), context),
  );
  mount(contract.revokeToken, ({ body }, context) => revokeToken(deps, body, context));
  mount(contract.logout, async ({ body }, context) =>
    answerWithoutCookie(deps, await logout(deps, body, context), context),
  );
  mount(contract.createHooksToken, (_input, context) => createHooksToken(deps, context));
  mount(contract.changePassword, ({ body }, context) => changePassword(deps, body, context));
  mount(contract.changeUsername, ({ body }, context) => changeUsername(body, context));
  mount(contract.requestReset, ({ body }, context) => requestReset(deps, body, context));
  mount(contract.resetPassword, async ({ body }, context) =>
    answerTokens(deps, await resetPassword(deps, body, context), context),
  );
  mount(contract.getJwks, () => getJwks(deps));
  mount(contract.authorizeDevice, ({ body }, context) => authorizeDevice(deps, body, context));
  mount(contract.pollDevice, async ({ body }, context) =>
    answerTokens(deps, await pollDevice(deps, body, context), context),
  );
  mount(contract.confirmDevice, ({ body }, context) => confirmDevice(body, context));
  mount(contract.createKey, ({ body }, context) => createKey(body, context));
  mount(contract.listKeys, ({ query }, context) => listKeys(deps, query, context));
  mount(contract.deleteKey, ({ params }, context) => deleteKey(params, context));
  mount(contract.rotateKey, ({ params, body }, context) => rotateKey({ ...body, ...params }, context));
  mountSignOn(mount, deps);
}

function mountSignOn(mount: Mount, deps: AuthDeps): void {
  mount(contract.startOidc, ({ query }, context) => startOidc(deps, query, context));
  mount(contract.finishOidc, ({ query }, context) => finishOidc(deps, query, context));
  mount(contract.startProviderA, ({ query }, context) => startProviderA(deps, query, context));
  mount(contract.finishProviderA, ({ query }, context) => finishProviderA(deps, query, context));
  mount(contract.startProviderB, ({ query }, context) => startProviderB(deps, query, context));
  mount(contract.finishProviderB, ({ query }, context) => finishProviderB(deps, query, context));
  mount(contract.backChannelLogout, ({ body }, context) => backChannelLogout(deps, body, context));
  mount(contract.exchangeCode, async ({ body }, context) =>
    answerTokens(deps, await exchangeCode(deps, body, context), context),
  );
  const saml = { ...deps, keys: deps.providers.samlKeys };
  mount(contract.startSaml, ({ query }, context) => startSaml(saml, query, context));
  mount(contract.finishSaml, ({ body }, context) => finishSaml(saml, body, context));
  mount(contract.startSamlLogout, ({ query }) => startSamlLogout(saml, query));
  mount(contract.finishSamlLogout, ({ query }, context) => finishSamlLogout(saml, query, context));
  mount(contract.getSamlMetadata, () => getSamlMetadata(saml));
}
