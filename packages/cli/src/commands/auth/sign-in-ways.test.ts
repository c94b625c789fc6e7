import { expect, test } from "vitest";
import { signInWays } from "./sign-in-ways.js";

const CONFIG = {
  sso_enabled: false,
  provider_a_sso_enabled: false,
  provider_b_sso_enabled: false,
  saml_enabled: false,
  sso_only: false,
  self_registration_enabled: false,
};

test.each([
  ["without single sign-on", {}, ["Email and password", "With your browser", "API key"]],
  [
    "with single sign-on",
    { sso_enabled: true, provider_a_sso_enabled: true, provider_b_sso_enabled: true, saml_enabled: true },
    ["Email and password", "OpenID Connect", "Google", "GitHub", "SAML", "With your browser", "API key"],
  ],
  ["without passwords", { sso_only: true, saml_enabled: true }, ["SAML", "With your browser", "API key"]],
])("a server %s offers what works there", (_, changes, labels) => {
  expect(signInWays({ ...CONFIG, ...changes }).map(({ label }) => label)).toEqual(labels);
});
