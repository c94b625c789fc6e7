import { expect, test } from "vitest";
import { fullPath } from "./endpoint.js";
import { finishSaml, finishSamlLogout, getSamlMetadata, startSaml } from "./saml.js";
import {
  AUTH_PROVIDERS,
  BACK_CHANNEL_LOGOUT_PATH,
  enabledSsoMethods,
  SAML_LOGOUT_PATH,
  SAML_METADATA_PATH,
  SIGN_IN_METHODS,
  SIGN_IN_NAMES,
  SSO_CALLBACK_PATHS,
  SSO_LOGIN_PATHS,
} from "./sign-in-methods.js";
import {
  backChannelLogout,
  finishOidc,
  finishProviderA,
  finishProviderB,
  startOidc,
  startProviderA,
  startProviderB,
} from "./sso.js";

const NONE = { sso_enabled: false, provider_a_sso_enabled: false, provider_b_sso_enabled: false, saml_enabled: false };

test("every provider and method has a name that is not its code", () => {
  for (const code of [...AUTH_PROVIDERS, ...SIGN_IN_METHODS]) {
    expect([code, SIGN_IN_NAMES[code]]).toEqual([code, expect.stringMatching(/^[A-Z]/)]);
  }
});

test("provider A is Google and provider B is GitHub", () => {
  expect([SIGN_IN_NAMES.provider_a, SIGN_IN_NAMES.provider_b]).toEqual(["Google", "GitHub"]);
});

test.each([
  [{}, []],
  [{ sso_enabled: true }, ["oidc"]],
  [{ saml_enabled: true, provider_a_sso_enabled: true }, ["provider_a", "saml"]],
  [{ provider_b_sso_enabled: true }, ["provider_b"]],
])("%j enables %j", (enabled, methods) => {
  expect(enabledSsoMethods({ ...NONE, ...enabled })).toEqual(methods);
});

test("the paths that are known without the endpoints are those of the endpoints", () => {
  expect(SSO_LOGIN_PATHS).toEqual({
    oidc: fullPath(startOidc),
    provider_a: fullPath(startProviderA),
    provider_b: fullPath(startProviderB),
    saml: fullPath(startSaml),
  });
  expect(SSO_CALLBACK_PATHS).toEqual({
    oidc: fullPath(finishOidc),
    provider_a: fullPath(finishProviderA),
    provider_b: fullPath(finishProviderB),
    saml: fullPath(finishSaml),
  });
  expect([BACK_CHANNEL_LOGOUT_PATH, SAML_METADATA_PATH, SAML_LOGOUT_PATH]).toEqual([
    fullPath(backChannelLogout),
    fullPath(getSamlMetadata),
    fullPath(finishSamlLogout),
  ]);
});
