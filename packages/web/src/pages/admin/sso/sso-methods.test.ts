import { describe, expect, test } from "vitest";
import type { Setting } from "../settings/setting.js";
import { providerFieldsOf, settingsOf, statusOf } from "./sso-methods.js";

const setting = (key: string, value: string, more: Partial<Setting> = {}): Setting => ({
  key,
  label: key,
  group: "sso",
  value,
  is_sensitive: false,
  is_set: value !== "",
  is_externally_managed: false,
  managed_by: null,
  type: "text",
  unit: null,
  default: "",
  description: "",
  changed_by: "admin",
  restart_required: /^(oauth|provider_)/.test(key),
  pending_restart: false,
  ...more,
});

const HOME = setting("deployment.frontend_url", "https://tack.example.com");

describe("what is registered with the provider", () => {
  test.each([
    [
      "oidc" as const,
      {
        "Redirect URI": "https://tack.example.com/api/v1/auth/oauth/callback",
        "Back-channel logout URI": "https://tack.example.com/api/v1/auth/oauth/backchannel-logout",
      },
    ],
    [
      "provider_a" as const,
      {
        "Authorized redirect URI": "https://tack.example.com/api/v1/auth/oauth/provider_a/callback",
        "Authorized JavaScript origin": "https://tack.example.com",
      },
    ],
    [
      "provider_b" as const,
      {
        "Authorization callback URL": "https://tack.example.com/api/v1/auth/oauth/provider_b/callback",
        "Homepage URL": "https://tack.example.com",
      },
    ],
    [
      "saml" as const,
      {
        "ACS URL": "https://tack.example.com/api/v1/sso/saml/acs",
        "Entity ID": "https://tack.example.com/api/v1/sso/saml/metadata",
        "Metadata URL": "https://tack.example.com/api/v1/sso/saml/metadata",
        "Single logout URL": "https://tack.example.com/api/v1/sso/saml/sls",
      },
    ],
  ])("for %s", (method, expected) => {
    const fields = providerFieldsOf(method, [HOME]);
    expect(Object.fromEntries(fields.map(({ label, value }) => [label, value]))).toEqual(expected);
  });

  test("is what an admin has set instead, for SAML", () => {
    const own = [HOME, setting("saml.sp_entity_id", "urn:tack"), setting("saml.sp_acs_url", "https://old.example/acs")];
    expect(providerFieldsOf("saml", own).map(({ value }) => value)).toEqual([
      "https://old.example/acs",
      "urn:tack",
      "https://tack.example.com/api/v1/sso/saml/metadata",
      "https://tack.example.com/api/v1/sso/saml/sls",
    ]);
  });
});

describe("a method is", () => {
  const ID = setting("provider_a.client_id", "id");
  const SECRET = setting("provider_a.client_secret", "**REDACTED**", { is_sensitive: true });
  const NO_SECRET = setting("provider_a.client_secret", "", { is_sensitive: true });
  const NO_ID = setting("provider_a.client_id", "");

  test.each([
    ["on", [ID, SECRET], true, []],
    ["starting", [ID, SECRET], false, []],
    ["stopping", [ID, NO_SECRET], true, ["provider_a.client_secret"]],
    ["incomplete", [ID, NO_SECRET], false, ["provider_a.client_secret"]],
    ["off", [NO_ID, NO_SECRET], false, ["provider_a.client_id", "provider_a.client_secret"]],
  ])("%s", (state, settings, isEnabled, missing) => {
    expect(statusOf("provider_a", settings, isEnabled)).toEqual({ state, missing });
  });

  test("never waiting for a restart if its settings take effect at once", () => {
    const all = ["idp_entity_id", "idp_sso_url", "idp_x509_cert"].map((name) => setting(`saml.${name}`, "x"));
    expect(statusOf("saml", all, false)).toEqual({ state: "incomplete", missing: [] });
    expect(statusOf("saml", all.slice(1), true)).toEqual({ state: "on", missing: ["saml.idp_entity_id"] });
  });
});

test("a method has the settings of its own group", () => {
  const all = ["oauth.client_id", "provider_a.client_id", "deployment.sso_only"].map((key) => setting(key, ""));
  expect(settingsOf("oidc", all).map(({ key }) => key)).toEqual(["oauth.client_id"]);
});
