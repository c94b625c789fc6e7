import { expect, test } from "vitest";
import { AUTH_PROVIDERS, enabledSsoMethods, SIGN_IN_METHODS, SIGN_IN_NAMES } from "./sign-in-methods.js";

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
